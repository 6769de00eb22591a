/**
 * Headers of the dashboard's documents: scripts, styles and calls of this origin alone, and the
 * storage for what is sent to it and for sheets.
 * @param storage addresses under which files are stored: origins, or folders that end with a slash
 */
export const documentHeaders = (storage: readonly string[]) => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${storage.join(' ')}`,
    `connect-src 'self' ${storage.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** Headers of files whose names change with their content. */
export const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
};
