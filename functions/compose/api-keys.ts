import { randomBytes } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoKeys } from '../../layers/adapters/dynamo/accounts/key-store.ts';
import { newId, systemClock } from '../../layers/adapters/system/clock.ts';
import { sha256 } from '../../layers/adapters/system/digest.ts';
import { makeApiKeys } from '../../layers/app/accounts/api-keys.ts';

/** The keys of organizations, for the people who hold them. */
export const apiKeysOf = (db: DynamoDBDocumentClient, recordsTable: string) =>
  makeApiKeys({
    keys: dynamoKeys(db, recordsTable),
    digest: sha256,
    random: randomBytes,
    now: systemClock,
    newId,
  });
