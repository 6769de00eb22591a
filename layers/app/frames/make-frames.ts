import type { FramesRequest } from '../../domain/frames.ts';
import type { FramesPlan } from '../../domain/frames-plan.ts';
import type { Make } from '../operations/run-operation.ts';
import { makeDrawFrames } from './draw-frames.ts';

/** What a frames job makes: sheets, with what is said where that was asked. */
export function framesMaker(
  deps: Parameters<typeof makeDrawFrames>[0],
): Make<FramesRequest, FramesPlan> {
  const draw = makeDrawFrames(deps);
  return ({ video, source, request, plan, folder }, signal) => {
    const language = request.transcribe ? request.language.toLowerCase() : null;
    return draw({ video, source, plan, folder, language }, signal);
  };
}
