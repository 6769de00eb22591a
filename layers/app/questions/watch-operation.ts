import { requireQuestionWindow } from '../../domain/accounts/tier-limits.ts';
import { DomainError } from '../../domain/errors.ts';
import { readingPrice } from '../../domain/questions/depths.ts';
import { type Answer, WatchVideoRequest } from '../../domain/questions/question.ts';
import {
  ANY_LENGTH,
  isAllOf,
  requireLength,
  resolveWindow,
  type Window,
} from '../../domain/window.ts';
import { NO_SHEETS, type Operation } from '../operations/operation.ts';
import { answerMaker } from './make-answer.ts';
import type { Subject } from './material.ts';
import { makeReadAnswer } from './read-answer.ts';
import type { Reader } from './reading.ts';

/** Under this name the windows of readings are kept. */
const LEVEL = 'watch_video';

/**
 * The stretch of a video that a question is about.
 * @param duration seconds of the video
 * @param longestRead seconds that the caller's plan reads in one call: what is suggested is no longer
 * @throws DomainError invalid_window with a `window` that works, where there is one
 */
export function windowOf(
  { window }: Pick<WatchVideoRequest, 'window'>,
  duration: number,
  longestRead?: number,
): Window {
  try {
    const asked = { start: window?.from, end: window?.to };
    const resolved = resolveWindow(asked, duration, { plan: longestRead });
    if (window) requireLength(resolved, duration, 'a question');
    return resolved;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { start, end } = error.detail.suggestion ?? {};
    const works = start !== undefined && end !== undefined;
    throw new DomainError(error.type, inQuestionWords(error.message), {
      ...(works && { suggestion: { window: { from: start, to: end } } }),
    });
  }
}

/**
 * The part that a question names of a video, however it is named: undefined where that is all of it.
 * @throws DomainError invalid_window
 */
export function partOf(
  { window }: Pick<WatchVideoRequest, 'window'>,
  duration: number,
  longestRead: number,
): WatchVideoRequest['window'] {
  const [from, to] = windowOf({ window }, duration, longestRead);
  return isAllOf([from, to], duration) ? undefined : { from, to };
}

/** Frames calls name a window `start` and `end`, questions `window.from` and `window.to`. */
const inQuestionWords = (message: string): string =>
  message.replaceAll(/\bstart\b/g, 'window.from').replaceAll(/(?<!the |its )\bend\b/g, 'window.to');

/** A reading of a video for a question. A question in a session is no reading: see `makeFollowUp`. */
export const watchOperation: Operation<
  WatchVideoRequest,
  Subject,
  { readonly reader: Pick<Reader, 'key'> },
  Parameters<typeof answerMaker>[0],
  Answer
> & { readonly name: 'watch_video' } = {
  name: 'watch_video',
  parse: (body) => WatchVideoRequest.parse(body),
  requireTier: () => undefined,
  isPart: ({ window }) => window !== undefined,
  requirePossible: (request, longestRead) => void windowOf(request, ANY_LENGTH, longestRead),
  requireWindow: requireQuestionWindow,
  plan(request, video, { reader }, longestRead) {
    const { depth, region } = request;
    const window = windowOf(request, video.probe.duration, longestRead);
    if (video.probe.picture === null && video.probe.audio.length === 0) {
      throw new DomainError('no_video_stream', 'This file holds neither picture nor sound.');
    }
    return {
      plan: { video, window, region: region ?? null, depth },
      detail: depth,
      window,
      pays: { level: `${LEVEL}:${depth}`, window },
      // A second reading is a reading.
      isCheaperAgain: false,
      reason: `${LEVEL}:${depth}`,
      priceOf: (seconds) => readingPrice(depth, [0, seconds]),
      shows: NO_SHEETS,
      question: [LEVEL, reader.key, video.version, request],
    };
  },
  make: answerMaker,
  read: makeReadAnswer,
  // An answer is not thought of anew.
  isMadeAgain: false,
};

/** Whether a question is answered out of what a session found, without opening the video. */
export const isFollowUp = ({
  session_id,
  window,
  region,
  rewatch,
}: Pick<WatchVideoRequest, 'session_id' | 'window' | 'region' | 'rewatch'>): boolean =>
  session_id !== undefined && window === undefined && region === undefined && !rewatch;
