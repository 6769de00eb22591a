/** Paths of an earlier shape of the product, and the calls that took their places. */
export const RETIRED_PATHS: ReadonlyMap<string, string> = new Map([
  ['/v1/sheets', '/v1/frames'],
  ['/v1/watch', '/v1/watch_video'],
  ['/v1/captions', '/v1/transcript'],
]);
