import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { WebhookSecrets } from '../../../app/ports/webhooks/webhooks.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld } from '../rows.ts';

/**
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
 */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** Secrets that sign on beside the newest; of more rotations in a day the oldest ones end. */
const MOST_EARLIER = 4;

const SecretRow = z.object({
  secret: z.string(),
  /** The newest first. */
  earlier: z.array(z.object({ secret: z.string(), until: z.iso.datetime() })).default([]),
});

/**
 * A row for each organization with the secret that signs its webhooks, made when first asked
 * for, and up to four that were rotated away and still sign.
 */
export function dynamoWebhookSecrets(db: DynamoDBDocumentClient, table: string): WebhookSecrets {
  const of = async (orgId: string): Promise<string> => {
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: table,
        Key: keys.webhookSecret(orgId),
        UpdateExpression: 'SET secret = if_not_exists(secret, :new)',
        ExpressionAttributeValues: { ':new': newSecret() },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return SecretRow.parse(Attributes).secret;
  };
  /** The row as it is now, whose secrets before have not ended yet. */
  const read = async (orgId: string, now: Date): Promise<z.infer<typeof SecretRow>> => {
    const row = await getRow(db, table, keys.webhookSecret(orgId));
    if (!row) return { secret: await of(orgId), earlier: [] };
    const { secret, earlier } = SecretRow.parse(row);
    return { secret, earlier: earlier.filter(({ until }) => Date.parse(until) > now.getTime()) };
  };
  // Read at every delivery: a secret that was replaced must not sign on in a process that remembers
  // it.
  const signing: WebhookSecrets['signing'] = async (orgId, now) => {
    const { secret, earlier } = await read(orgId, now);
    return [secret, ...earlier.map((one) => one.secret)];
  };
  return {
    of,
    signing,
    async rotate(orgId, now, previousUntil) {
      const made = newSecret();
      for (;;) {
        const { secret, earlier } = await read(orgId, now);
        const before = [{ secret, until: previousUntil.toISOString() }, ...earlier];
        const written = await ifHeld(
          db.send(
            new UpdateCommand({
              TableName: table,
              Key: keys.webhookSecret(orgId),
              UpdateExpression: 'SET secret = :made, earlier = :before',
              ConditionExpression: 'secret = :was',
              ExpressionAttributeValues: {
                ':made': made,
                ':was': secret,
                ':before': before.slice(0, MOST_EARLIER),
              },
            }),
          ),
        );
        if (written) return made;
        // Somebody else rotated, or the client sent a write again whose answer was lost.
        if ((await signing(orgId, now)).includes(made)) return made;
      }
    },
  };
}
