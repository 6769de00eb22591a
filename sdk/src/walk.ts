import { VideoReaderError } from './errors.ts';
import type { FramesRequest, FramesResult, TranscriptRequest, TranscriptResult } from './types.ts';

/** Where a call that is one of several begins and what it is told apart by. */
type Part = { readonly start?: number | string; readonly idempotency_key?: string };

const CLOCK = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d+)?)$/;
/** Seconds are rounded to the millisecond in answers. */
const HALF_MILLISECOND = 0.0005;

/** Seconds of a moment as a caller writes it: 12.5, `1:23.4`, `1:02:03`. */
function secondsOf(moment: number | string): number {
  if (typeof moment === 'number') return moment;
  const [, hours = '0', minutes = '0', seconds = 'NaN'] = CLOCK.exec(moment) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const keyed = (key: string | undefined, part: number): Pick<Part, 'idempotency_key'> =>
  key === undefined ? {} : { idempotency_key: `${key}:${part}` };

/**
 * One answer after another, until the window that was asked for is covered: no frame twice, none
 * missed. Where a level refuses a window as too long, it is walked in windows of the length it
 * takes. Each part is a call, and is charged as it is read: what is not read is not paid.
 */
export async function* walkFrames(
  request: FramesRequest,
  send: (request: FramesRequest) => Promise<FramesResult>,
): AsyncGenerator<FramesResult, void, undefined> {
  let from: Partial<FramesRequest> = {};
  for (let part = 0; ; part += 1) {
    const asked = { ...request, ...from, ...keyed(request.idempotency_key, part) };
    const result = await send(asked).catch((error: unknown) => send(shorter(asked, error)));
    yield result;
    const { coverage, window, detail, video } = result;
    const end = request.end === undefined ? video.duration : secondsOf(request.end);
    const next = coverage.truncated?.next_start ?? window[1];
    if (next >= Math.min(end, video.duration) - HALF_MILLISECOND) return;
    // What auto chose for the whole is what its parts are read at.
    from = { start: next, detail };
  }
}

/**
 * The first part of a window that its level refuses as too long.
 * @throws the error, where it was another one
 */
function shorter(request: FramesRequest, error: unknown): FramesRequest {
  if (!(error instanceof VideoReaderError) || error.type !== 'window_too_long_for_detail')
    throw error;
  // The first try may have been accepted under its key before it was refused.
  const { idempotency_key: key } = request;
  return {
    ...request,
    ...error.suggestion,
    ...(key !== undefined && { idempotency_key: `${key}:shorter` }),
  };
}

/** As `walkFrames`, for a transcript that is longer than one answer holds. */
export async function* walkTranscript(
  request: TranscriptRequest,
  send: (request: TranscriptRequest) => Promise<TranscriptResult>,
): AsyncGenerator<TranscriptResult, void, undefined> {
  let from: Partial<TranscriptRequest> = {};
  for (let part = 0; ; part += 1) {
    const result = await send({ ...request, ...from, ...keyed(request.idempotency_key, part) });
    yield result;
    if (result.truncated === undefined) return;
    from = { start: result.truncated.next_start };
  }
}
