import type { SQSClient } from '@aws-sdk/client-sqs';
import type { IngestQueue } from '../../app/ports/uploads/ingest-queue.ts';
import { send } from './client.ts';

/** What is sent has the form of the storage's own event, as far as the worker reads it. */
export const sqsIngestQueue = (client: SQSClient, url: string): IngestQueue => ({
  send: (key) => send(client, url, { detail: { object: { key } } }),
});
