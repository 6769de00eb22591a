import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Challenges } from '../../../app/ports/identity/challenges.ts';
import { Challenge } from '../../../domain/identity/challenge.ts';
import * as keys from '../keys.ts';

/**
 * A row for each challenge of a passkey, under a digest; to take it deletes it, so that it is
 * answered once.
 */
export const dynamoChallenges = (db: DynamoDBDocumentClient, table: string): Challenges => ({
  async keep(challenge) {
    const expires_at = Math.ceil(Date.parse(challenge.ends_at) / 1000);
    const Item = { ...keys.challenge(challenge.hash), ...challenge, expires_at };
    await db.send(new PutCommand({ TableName: table, Item }));
  },
  async take(hash) {
    const { Attributes } = await db.send(
      new DeleteCommand({ TableName: table, Key: keys.challenge(hash), ReturnValues: 'ALL_OLD' }),
    );
    return Attributes && Challenge.parse(Attributes);
  },
});
