import type { ApiError, ErrorType } from '../domain/errors.ts';

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

/** Refusals of HTTP itself: their type is invalid_request, and the reason says which. */
const STATUS_OF_REASON: Readonly<Record<string, number>> = {
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  wrong_host: 421,
  header_too_large: 431,
};

export const statusOf = ({ type, reason = '' }: ApiError): number =>
  (type === 'invalid_request' ? STATUS_OF_REASON[reason] : undefined) ?? STATUS[type];
