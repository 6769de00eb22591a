import type { FramesRequest } from '../../domain/frames/frames.ts';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import { StoredFrames } from '../../domain/frames/stored-frames.ts';
import { thumbnailOf } from '../../domain/videos/thumbnail.ts';
import type { Make } from '../operations/operation.ts';
import type { DrawFrames } from './draw-frames.ts';

/** What a frames job makes: sheets, with what is said where that was asked. */
export const framesMaker =
  ({ draw }: { readonly draw: DrawFrames }): Make<FramesRequest, FramesPlan> =>
  async ({ run, video, source, request, plan, folder }, signal) => {
    const language = request.transcribe ? request.language.toLowerCase() : null;
    const drawing = { run, video, source, plan, folder, language };
    const { result, ...made } = await draw(drawing, signal);
    const stored = StoredFrames.parse(result);
    return {
      ...made,
      result: stored,
      sheets: stored.sheets.map(({ key }) => key),
      thumbnail: thumbnailOf(stored),
    };
  };
