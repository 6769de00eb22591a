import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { WebhookQueue } from '../../app/ports/webhooks.ts';

export const sqsWebhookQueue = (client: SQSClient, url: string): WebhookQueue => ({
  async send({ orgId, jobId }, delaySeconds) {
    const MessageBody = JSON.stringify({ org_id: orgId, job_id: jobId });
    await client.send(
      new SendMessageCommand({ QueueUrl: url, MessageBody, DelaySeconds: delaySeconds }),
    );
  },
});
