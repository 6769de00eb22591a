import type { ErrorType } from '../domain/errors.ts';

/** The status that answers each type of error. */
export const STATUS: Readonly<Record<ErrorType, number>> = {
  invalid_schema: 400,
  invalid_window: 400,
  window_too_long: 400,
  window_too_long_for_detail: 400,
  invalid_request: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  insufficient_scope: 403,
  tier_limit: 403,
  video_not_found: 404,
  gone: 410,
  source_unavailable: 422,
  no_video_stream: 422,
  rate_limited: 429,
  processing_failed: 500,
};
