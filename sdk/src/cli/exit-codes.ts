import { type ErrorType, VideoReaderError } from '../errors.ts';

/** What a script branches on. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  credential: 3,
  credits: 4,
  video: 5,
  later: 6,
  interrupted: 130,
  unread: 141,
} as const;

export const EXIT_MEANINGS: readonly (readonly [number, string])[] = [
  [EXIT.done, 'done'],
  [EXIT.failed, 'a fault on the side of the service, or something unforeseen'],
  [EXIT.usage, 'the command or the request cannot be carried out as it is written'],
  [EXIT.credential, 'not signed in, or not allowed to'],
  [EXIT.credits, 'not enough credits, or not in this plan'],
  [EXIT.video, 'the video is not there, or cannot be fetched or read'],
  [EXIT.later, 'too much at once, or nobody answers: try again later'],
  [EXIT.interrupted, 'interrupted; what was begun goes on'],
  [EXIT.unread, 'whoever read the output has left'],
];

const BY_TYPE: Readonly<Record<ErrorType, number>> = {
  invalid_schema: EXIT.usage,
  invalid_window: EXIT.usage,
  window_too_long: EXIT.usage,
  window_too_long_for_detail: EXIT.usage,
  invalid_request: EXIT.usage,
  gone: EXIT.usage,
  unauthorized: EXIT.credential,
  insufficient_scope: EXIT.credential,
  insufficient_credits: EXIT.credits,
  tier_limit: EXIT.credits,
  video_not_found: EXIT.video,
  source_unavailable: EXIT.video,
  no_video_stream: EXIT.video,
  rate_limited: EXIT.later,
  connection_failed: EXIT.later,
  processing_failed: EXIT.failed,
  cancelled: EXIT.failed,
  unexpected_answer: EXIT.failed,
  bad_signature: EXIT.failed,
};

/** The command was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The code with which the command ends for an error, see EXIT. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  // Of a type that a newer service names, nothing more is known.
  return error instanceof VideoReaderError ? (BY_TYPE[error.type] ?? EXIT.failed) : EXIT.failed;
}
