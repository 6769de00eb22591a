import type { FramesRequest } from '../../domain/frames/frames.ts';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import { StoredFrames } from '../../domain/frames/stored-frames.ts';
import { thumbnailOf } from '../../domain/videos/thumbnail.ts';
import type { Make } from '../operations/operation.ts';
import { makeDrawFrames } from './draw-frames.ts';

/** What a frames job makes: sheets, with what is said where that was asked. */
export function framesMaker(
  deps: Parameters<typeof makeDrawFrames>[0],
): Make<FramesRequest, FramesPlan> {
  const draw = makeDrawFrames(deps);
  return async ({ video, source, request, plan, folder }, signal) => {
    const language = request.transcribe ? request.language.toLowerCase() : null;
    const { result, whole } = await draw({ video, source, plan, folder, language }, signal);
    const stored = StoredFrames.parse(result);
    return {
      result: stored,
      sheets: stored.sheets.map(({ key }) => key),
      thumbnail: thumbnailOf(stored),
      whole,
    };
  };
}
