import type { ApiError } from '../../domain/errors.ts';

/**
 * The refusal of a question as its item tells it. An item takes no `window`, so what is suggested of
 * a question is a call of its own.
 */
export function itemError({ suggestion, ...error }: ApiError): ApiError {
  if (suggestion === undefined) return error;
  const instead = JSON.stringify(suggestion);
  return {
    ...error,
    alternative: `Ask about this video by itself: POST /v1/watch_video with the members of the item but \`ref\`, and ${instead}.`,
  };
}
