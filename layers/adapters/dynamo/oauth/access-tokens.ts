import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { Clock } from '../../../app/ports/clock.ts';
import type { AccessTokens } from '../../../app/ports/identity/access-tokens.ts';
import { Scope } from '../../../domain/accounts/credential.ts';
import { approverOf } from '../../../domain/oauth/account-name.ts';
import { dynamoOAuthRecords } from './oauth-records.ts';

const TokenPayload = z.object({ accountId: z.string(), scope: z.string() });

/** Reads a token and its grant: a token may have been written just before its grant ended. */
export function dynamoAccessTokens(
  db: DynamoDBDocumentClient,
  table: string,
  now: Clock,
): AccessTokens {
  const records = dynamoOAuthRecords(db, table, now);
  return {
    async find(token) {
      const found = await records.find('AccessToken', token);
      if (!found?.grantId || !(await records.find('Grant', found.grantId))) return undefined;
      const { accountId, scope } = TokenPayload.parse(found.payload);
      const held = scope.split(' ');
      return {
        ...approverOf(accountId),
        scopes: Scope.options.filter((name) => held.includes(name)),
      };
    },
  };
}
