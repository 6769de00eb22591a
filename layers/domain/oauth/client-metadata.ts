import { beginning } from '../characters.ts';
import { refusalOfRedirect } from './redirect-address.ts';

/** Bytes of a registration's body. */
export const MAX_REGISTRATION_BYTES = 8 * 1024;
const MAX_REDIRECTS = 10;
const MAX_NAME = 100;

/** What a client says of itself, as sent. */
export interface ClientMetadata {
  redirect_uris?: unknown;
  client_name?: unknown;
  token_endpoint_auth_method?: unknown;
  sector_identifier_uri?: unknown;
  scope?: unknown;
  application_type?: unknown;
  client_secret?: unknown;
  client_secret_expires_at?: unknown;
}

/** Controls, and marks that turn the direction of what is written after them. */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Why a client is not taken, beginning with the member at fault; undefined when it is taken. The
 * same rules hold for a registration and for a document that a client names itself by.
 */
export function refusalOfClient(client: ClientMetadata): string | undefined {
  const { redirect_uris: redirects, client_name: name } = client;
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > MAX_REDIRECTS) {
    return `redirect_uris must hold 1 to ${MAX_REDIRECTS} addresses`;
  }
  for (const address of redirects) {
    const refused = refusalOfRedirect(address);
    if (refused !== undefined) return `redirect_uris ${refused}`;
  }
  if (name !== undefined && !isName(name)) {
    return `client_name must be 1 to ${MAX_NAME} characters that can be printed`;
  }
  const { token_endpoint_auth_method: method = 'none' } = client;
  if (method !== 'none') {
    return 'token_endpoint_auth_method must be none: programs have no secret here, PKCE protects the code';
  }
  // It would be fetched, and concerns only identifiers that differ from client to client.
  if (client.sector_identifier_uri !== undefined) return 'sector_identifier_uri is not taken';
  return undefined;
}

const isName = (name: unknown): boolean =>
  typeof name === 'string' &&
  name.trim() !== '' &&
  beginning(name, MAX_NAME) === name &&
  !UNPRINTED.test(name);

/**
 * Holds a client to what is offered here, whatever it asked for: any port of a loopback address
 * (RFC 8252, 7.3), no secret, and no scopes of its own. A client that registered one could never
 * ask for the other; the person decides.
 */
export function holdToOffer(client: ClientMetadata): void {
  client.application_type = 'native';
  delete client.scope;
  delete client.client_secret;
  delete client.client_secret_expires_at;
}
