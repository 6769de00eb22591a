import type { ApiError } from '../domain/errors.ts';

/** Paths of an earlier shape of the product, and the calls that took their places. */
export const RETIRED_PATHS: ReadonlyMap<string, string> = new Map([
  ['/v1/sheets', '/v1/frames'],
  ['/v1/watch', '/v1/watch_video'],
  ['/v1/captions', '/v1/transcript'],
]);

/** What a retired path answers, with 410 and to every method. */
export const goneTo = (successor: string): ApiError => ({
  type: 'gone',
  message: `This call is gone. Send POST ${successor} instead; its fields are in /openapi.json.`,
});
