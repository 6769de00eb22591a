import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { WebhookSecrets } from '../../app/ports/webhooks.ts';
import * as keys from './keys.ts';
import { getRow } from './rows.ts';

/**
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
 */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

export function dynamoWebhookSecrets(db: DynamoDBDocumentClient, table: string): WebhookSecrets {
  const update = async (orgId: string, expression: string, values: Record<string, string>) => {
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: table,
        Key: keys.webhookSecret(orgId),
        UpdateExpression: expression,
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    );
    return String(Attributes?.['secret']);
  };
  const of = (orgId: string) =>
    update(orgId, 'SET secret = if_not_exists(secret, :new)', { ':new': newSecret() });
  return {
    of,
    async signing(orgId, now) {
      // Read at every delivery: a secret that was replaced must not sign on in a process that
      // remembers it.
      const row = await getRow(db, table, keys.webhookSecret(orgId));
      const secret: unknown = row?.['secret'];
      if (typeof secret !== 'string') return [await of(orgId)];
      const until = Date.parse(String(row?.['previous_until']));
      return until > now.getTime() ? [secret, String(row?.['previous'])] : [secret];
    },
    async rotate(orgId, previousUntil) {
      await of(orgId);
      return update(orgId, 'SET previous = secret, secret = :new, previous_until = :until', {
        ':new': newSecret(),
        ':until': previousUntil.toISOString(),
      });
    },
  };
}
