import type { ApiError, ErrorType } from '../domain/errors.ts';

const of = (type: ErrorType, message: string, detail: Partial<ApiError> = {}): ApiError => ({
  type,
  message,
  ...detail,
});

/** One error of every type. */
export const ERROR_EXAMPLES: Readonly<Record<ErrorType, ApiError>> = {
  invalid_schema: of('invalid_schema', '`schema` is not a JSON Schema: /type must be a type name.'),
  invalid_window: of('invalid_window', 'end is 60 s, but the video ends at 42.5 s.', {
    suggestion: { start: 3, end: 42.5 },
  }),
  window_too_long: of('window_too_long', 'The plan reads 30 minutes in one call; 45 were asked.', {
    suggestion: { window: { from: 0, to: 1800 } },
    max_window_seconds: 1800,
  }),
  window_too_long_for_detail: of(
    'window_too_long_for_detail',
    'fine covers up to 10 s in one call; 30 s were asked.',
    { suggestion: { start: 3, end: 13, detail: 'fine' }, max_window_seconds: 10 },
  ),
  gone: of('gone', 'This call has moved to POST /v1/frames.'),
  invalid_request: of('invalid_request', 'Unknown field `colums`; did you mean `cols`?'),
  unauthorized: of('unauthorized', 'Send a valid key or token as `Authorization: Bearer …`.'),
  insufficient_credits: of('insufficient_credits', 'This costs 0.2 credits; the wallet holds 0.1.'),
  insufficient_scope: of('insufficient_scope', 'This token was not granted video:read.'),
  tier_limit: of('tier_limit', 'The free plan does not include the motion level.', {
    alternative: 'Use fine, or change the plan.',
  }),
  video_not_found: of('video_not_found', 'There is no such video, job or upload here.'),
  source_unavailable: of('source_unavailable', 'The page asks for a sign-in.', {
    reason: 'auth',
    alternative: 'Upload the file with POST /v1/uploads.',
  }),
  no_video_stream: of('no_video_stream', 'The file holds neither picture nor sound.'),
  rate_limited: of('rate_limited', 'The plan runs 4 jobs at once, and 4 are running.'),
  processing_failed: of('processing_failed', 'Something failed on our side. A repeat is safe.'),
};
