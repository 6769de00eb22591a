/** Paths under the base address that a client may take for the resource. */
const PATHS = ['', '/', '/mcp', '/v1'];

/**
 * True when a resource indicator (RFC 8707) means this service. There is one audience, the base
 * address; a client that was pointed at one of its entrances names that one, as RFC 9728 asks of
 * it.
 */
export const isThisService = (resource: string, baseUrl: string): boolean => {
  const written = withPlainOrigin(resource);
  return PATHS.some((path) => written === `${baseUrl}${path}`);
};

/**
 * The address with its scheme and host in small letters and without the port that goes without
 * saying: it is the same one however these are written (RFC 3986, 6.2.2.1 and 6.2.3). Whatever
 * follows is left as it is.
 */
function withPlainOrigin(address: string): string {
  const [written] = /^https?:\/\/[^/?#@\\]+/i.exec(address) ?? [];
  if (written === undefined || !URL.canParse(written)) return address;
  return `${new URL(written).origin}${address.slice(written.length)}`;
}
