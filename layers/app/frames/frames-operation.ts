import { framesPrice } from '../../domain/accounts/prices.ts';
import { requireLevel, requireWindow } from '../../domain/accounts/tier-limits.ts';
import { FramesRequest, type FramesResult } from '../../domain/frames/frames.ts';
import { type FramesPlan, planFrames } from '../../domain/frames/frames-plan.ts';
import { sheetSize, visionTokens } from '../../domain/frames/geometry.ts';
import { requirePossibleWindow } from '../../domain/frames/level-window.ts';
import type { JsonStream } from '../../domain/json-stream.ts';
import { readWork } from '../../domain/sources/read-work.ts';
import type { Operation, ReadsText, Recognised } from '../operations/operation.ts';
import { framesQuestion } from '../operations/result-key.ts';
import type { DrawFrames } from './draw-frames.ts';
import { framesMaker } from './make-frames.ts';
import { makeReadFrames } from './read-frames.ts';

/** Contact sheets, with measurements, and what is said where that was asked. */
export const framesOperation: Operation<
  FramesRequest,
  FramesPlan,
  Recognised & ReadsText,
  { readonly draw: DrawFrames },
  JsonStream<FramesResult>
> & { readonly name: 'frames' } = {
  name: 'frames',
  parse: (body) => FramesRequest.parse(body),
  requireTier: requireLevel,
  isPart: ({ detail, end }) => end !== undefined || detail === 'single',
  requirePossible: requirePossibleWindow,
  requireWindow: (tier, _request, window) => requireWindow(tier, window),
  plan(request, video, { recogniser, textReader }, longestRead) {
    const isRead = request.read_text && textReader !== null;
    const planned = planFrames({ ...request, read_text: isRead }, video.probe, longestRead);
    const plan =
      request.read_text && !isRead ? { ...planned, notes: [...planned.notes, NOT_READ] } : planned;
    return {
      plan,
      detail: plan.level,
      window: plan.window,
      pays: { level: plan.level, window: plan.covered },
      isCheaperAgain: true,
      reason: `frames:${plan.level}`,
      priceOf: (seconds) => framesPrice(plan.level, seconds, isRead),
      work: readWork(plan, video.probe),
      shows: sheetsOf(plan),
      question: framesQuestion(video, request, plan, { recogniser, textReader }),
    };
  },
  make: framesMaker,
  read: makeReadFrames,
  isMadeAgain: true,
};

const NOT_READ =
  'What is written on the screen was not read, and not charged: no reader of text is installed here.';

/** What a plan draws, where every tile of it can be shown. */
const sheetsOf = ({ sheets, geometry }: FramesPlan) => ({
  sheets: sheets.length,
  visionTokens: sheets.reduce(
    (sum, [, tiles]) => sum + visionTokens(sheetSize(geometry, tiles)),
    0,
  ),
});
