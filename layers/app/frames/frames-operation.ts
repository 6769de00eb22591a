import { framesPrice } from '../../domain/accounts/prices.ts';
import { requireLevel } from '../../domain/accounts/tier-limits.ts';
import { FramesRequest } from '../../domain/frames/frames.ts';
import { type FramesPlan, planFrames } from '../../domain/frames/frames-plan.ts';
import { sheetSize, visionTokens } from '../../domain/frames/geometry.ts';
import type { Operation } from '../operations/operation.ts';
import { framesQuestion } from '../operations/result-key.ts';

/** @param recogniser what hears the words here; another one would hear others */
export const framesOperation = (
  recogniser: string | null,
): Operation<FramesRequest, FramesPlan> => ({
  name: 'frames',
  parse: (body) => FramesRequest.parse(body),
  requireTier: requireLevel,
  isPart: ({ detail, end }) => end !== undefined || detail === 'single',
  plan(request, video) {
    const plan = planFrames(request, video.probe);
    return {
      plan,
      detail: plan.level,
      window: plan.window,
      pays: { level: plan.level, window: plan.covered },
      isCheaperAgain: true,
      reason: `frames:${plan.level}`,
      priceOf: (seconds) => framesPrice(plan.level, seconds),
      shows: sheetsOf(plan),
      question: [framesQuestion(video, request, plan), request.transcribe && recogniser],
    };
  },
});

/** What a plan draws, where every tile of it can be shown. */
const sheetsOf = ({ sheets, geometry }: FramesPlan) => ({
  sheets: sheets.length,
  visionTokens: sheets.reduce(
    (sum, [, tiles]) => sum + visionTokens(sheetSize(geometry, tiles)),
    0,
  ),
});
