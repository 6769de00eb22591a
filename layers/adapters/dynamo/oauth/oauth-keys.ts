import type { OAuthKind } from '../../../app/ports/identity/oauth-records.ts';
import type { Key } from '../keys.ts';
import { sha256Hex } from '../sha256-hex.ts';

/** Keyed by digest: who reads the table learns no id that opens anything. */
export const record = (kind: OAuthKind, id: string): Key => ({
  pk: `OAUTH#${sha256Hex(id)}`,
  sk: kind,
});

/**
 * A member of a grant, beside the grant's own row: one query finds all that was handed out under
 * it.
 */
export const memberOf = (grantId: string, kind: OAuthKind, id: string): Key => ({
  pk: record('Grant', grantId).pk,
  sk: `${MEMBER}${kind}#${sha256Hex(id)}`,
});
export const membersOf = (grantId: string): Key => ({ ...record('Grant', grantId), sk: MEMBER });
const MEMBER = 'MEMBER#';

/** The row that a member row stands for. */
export function rowOfMember({ sk }: Pick<Key, 'sk'>): Key {
  const [, kind = '', digest = ''] = sk.split('#');
  return { pk: `OAUTH#${digest}`, sk: kind };
}

/** A grant as the person who gave it sees it. */
export const connection = (userId: string, connectionId: string): Key => ({
  pk: `USER#${userId}`,
  sk: `CONNECTION#${connectionId}`,
});
