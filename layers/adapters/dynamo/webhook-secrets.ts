import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { WebhookSecrets } from '../../app/ports/webhooks.ts';
import * as keys from './keys.ts';

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

export function dynamoWebhookSecrets(db: DynamoDBDocumentClient, table: string): WebhookSecrets {
  const known = new Map<string, string>();
  return {
    async of(orgId) {
      const before = known.get(orgId);
      if (before !== undefined) return before;
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.webhookSecret(orgId),
          UpdateExpression: 'SET secret = if_not_exists(secret, :new)',
          ExpressionAttributeValues: { ':new': newSecret() },
          ReturnValues: 'ALL_NEW',
        }),
      );
      const secret = String(Attributes?.['secret']);
      known.set(orgId, secret);
      return secret;
    },
  };
}
