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
  application_type?: unknown;
  grant_types?: unknown;
  response_types?: unknown;
}

/** The members that mean something here. */
export const CLIENT_MEMBERS = [
  ...(['client_id', 'client_id_issued_at', 'client_name', 'client_uri', 'logo_uri'] as const),
  ...(['policy_uri', 'tos_uri', 'contacts', 'software_id', 'software_version'] as const),
  ...(['application_type', 'redirect_uris', 'grant_types', 'response_types'] as const),
  'token_endpoint_auth_method',
] as const;

/** What is offered of the lists that a client chooses from. */
const OFFERED = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
} as const;

/** Controls, halves of characters, and marks that turn the direction of what follows them. */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

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
  return undefined;
}

const isName = (name: unknown): boolean =>
  typeof name === 'string' &&
  name.trim() !== '' &&
  beginning(name, MAX_NAME) === name &&
  !UNPRINTED.test(name);

/**
 * Holds a client to what is offered here, whatever it asked for: any port of a loopback address
 * (RFC 8252, 7.3), no secret, and no scopes of its own, since a client that registered one could
 * never ask for the other. What means nothing here is left out (RFC 7591, 2), so that it is
 * neither judged nor fetched, and so is what is null. So are grants and response types of other
 * servers, beside one that there is: the library leaves them out of a document, and refuses a
 * registration for them.
 */
export function holdToOffer(client: ClientMetadata): void {
  const known: readonly string[] = CLIENT_MEMBERS;
  for (const name of Object.keys(client) as (keyof ClientMetadata)[]) {
    if (!known.includes(name) || client[name] === null) delete client[name];
  }
  client.application_type = 'native';
  client.grant_types = offeredOf(client.grant_types, OFFERED.grant_types);
  client.response_types = offeredOf(client.response_types, OFFERED.response_types);
}

/** A list of which nothing is offered stays as it is, and is refused as such. */
function offeredOf(asked: unknown, offered: readonly string[]): unknown {
  const left = Array.isArray(asked) ? offered.filter((name) => asked.includes(name)) : [];
  return left.length > 0 ? left : asked;
}
