/** Paths under the base address that a client may take for the resource. */
const PATHS = ['', '/', '/mcp', '/v1'];

/**
 * True when a resource indicator (RFC 8707) means this service. There is one audience, the base
 * address; a client that was pointed at one of its entrances names that one, as RFC 9728 asks of
 * it.
 */
export const isThisService = (resource: string, baseUrl: string): boolean =>
  PATHS.some((path) => resource === `${baseUrl}${path}`);
