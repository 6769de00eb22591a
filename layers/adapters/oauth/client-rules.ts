import { type ClientMetadata, errors } from 'oidc-provider';
import { holdToOffer, refusalOfClient } from '../../domain/oauth/client-metadata.ts';

/**
 * Members of RFC 7591 that the library leaves to others; the first one stands for the whole of a
 * client.
 */
export const ASKED_MEMBERS = ['software_id', 'software_version'] as const;

/**
 * Holds a client to the rules here, whichever way it came: registered, named by its document, or
 * read from the table. The library asks once for each of the members above.
 * @throws errors.InvalidClientMetadata
 */
export function holdToRules(member: string, client: ClientMetadata): void {
  if (member !== ASKED_MEMBERS[0]) return;
  holdToOffer(client);
  const refused = refusalOfClient(client);
  // From its first word the library takes which code of RFC 7591 it is.
  if (refused !== undefined) throw new errors.InvalidClientMetadata(refused);
}
