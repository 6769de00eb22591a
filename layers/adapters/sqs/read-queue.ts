import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { ReadQueue } from '../../app/ports/read-queue.ts';

/** The queue's address decides where to send; its host need not be the endpoint's. */
export const queueClient = (): SQSClient => new SQSClient({ useQueueUrlAsEndpoint: false });

export const sqsReadQueue = (client: SQSClient, url: string): ReadQueue => ({
  name: 'read',
  async send({ orgId, jobId }) {
    const MessageBody = JSON.stringify({ org_id: orgId, job_id: jobId });
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody }));
  },
});
