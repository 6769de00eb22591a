import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { IngestQueue } from '../../app/ports/ingest-queue.ts';

/** What is sent has the form of the storage's own event, as far as the worker reads it. */
export const sqsIngestQueue = (client: SQSClient, url: string): IngestQueue => ({
  async send(key) {
    const MessageBody = JSON.stringify({ detail: { object: { key } } });
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody }));
  },
});
