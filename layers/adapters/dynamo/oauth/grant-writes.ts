import type { OAuthKind, OAuthRecord } from '../../../app/ports/identity/oauth-records.ts';
import { approverOf } from '../../../domain/oauth/account-name.ts';
import type { Write } from '../transact.ts';
import { connection, memberOf, record } from './oauth-keys.ts';

interface Handed {
  readonly kind: OAuthKind;
  readonly id: string;
  readonly saved: OAuthRecord;
  readonly grantId: string;
  readonly grant: OAuthRecord;
  readonly now: Date;
}

/**
 * What is written beside a thing that is handed out under a grant: its place among the grant's
 * members, and, only if the grant is still there, that it lasts as long as the newest refresh
 * token.
 */
export function grantWrites(
  table: string,
  { kind, id, saved, grantId, grant, now }: Handed,
): readonly Write[] {
  const seconds = Math.floor(now.getTime() / 1000);
  const expires = Math.max(grant.expires ?? 0, kind === 'RefreshToken' ? (saved.expires ?? 0) : 0);
  const { userId } = approverOf(String(grant.payload['accountId']));
  // A code alone connects nothing.
  const connected =
    kind === 'AuthorizationCode'
      ? ''
      : ', connected_at = if_not_exists(connected_at, :at), last_used_at = :at';
  return [
    {
      name: 'member',
      item: {
        Put: {
          TableName: table,
          Item: { ...memberOf(grantId, kind, id), expires_at: saved.expires },
        },
      },
    },
    {
      name: 'grant',
      item: {
        Update: {
          TableName: table,
          Key: record('Grant', grantId),
          UpdateExpression: 'SET expires_at = :expires',
          ConditionExpression: 'attribute_exists(pk) AND expires_at > :now',
          ExpressionAttributeValues: { ':expires': expires, ':now': seconds },
        },
      },
    },
    {
      name: 'connection',
      item: {
        Update: {
          TableName: table,
          Key: connection(userId, grantId),
          UpdateExpression: `SET expires_at = :expires${connected}`,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: {
            ':expires': expires,
            ...(connected === '' ? {} : { ':at': now.toISOString() }),
          },
        },
      },
    },
  ];
}
