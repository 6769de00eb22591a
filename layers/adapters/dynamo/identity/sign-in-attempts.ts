import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { SignInAttempts } from '../../../app/ports/identity/sign-in-attempts.ts';
import { SignInAttempt } from '../../../domain/identity/sign-in.ts';
import * as keys from '../keys.ts';
import { ifHeld } from '../rows.ts';

/**
 * A row for each sign-in by code, under a digest, with its count of tries; it expires with the
 * code. Of two uses of one code the row's deletion lets one through.
 */
export const dynamoSignInAttempts = (
  db: DynamoDBDocumentClient,
  table: string,
): SignInAttempts => ({
  async begin(attempt) {
    const expires_at = Math.ceil(Date.parse(attempt.ends_at) / 1000);
    const Item = { ...keys.signInAttempt(attempt.hash), ...attempt, tries: 0, expires_at };
    await db.send(new PutCommand({ TableName: table, Item }));
  },
  async countTry(hash, tries, now) {
    const counted = await ifHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.signInAttempt(hash),
          UpdateExpression: 'ADD tries :one',
          ConditionExpression: 'tries < :tries AND ends_at > :now',
          ExpressionAttributeValues: { ':one': 1, ':tries': tries, ':now': now.toISOString() },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    );
    return counted && SignInAttempt.parse(counted.Attributes);
  },
  async use({ hash, code_hash }) {
    const used = await ifHeld(
      db.send(
        new DeleteCommand({
          TableName: table,
          Key: keys.signInAttempt(hash),
          ConditionExpression: 'code_hash = :code',
          ExpressionAttributeValues: { ':code': code_hash },
        }),
      ),
    );
    return used !== undefined;
  },
});
