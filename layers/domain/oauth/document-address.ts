/**
 * True for an address that a client may name itself by: https, with a path of its own
 * (Client ID Metadata Documents, section 3). Whether it may be called is for the way out to say.
 */
export function isDocumentAddress(clientId: string): boolean {
  if (clientId.length > 500 || !URL.canParse(clientId)) return false;
  const { protocol, pathname } = new URL(clientId);
  return protocol === 'https:' && pathname !== '/';
}
