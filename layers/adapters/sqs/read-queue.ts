import type { SQSClient } from '@aws-sdk/client-sqs';
import type { ReadQueue } from '../../app/ports/jobs/read-queue.ts';
import { send } from './client.ts';

export const sqsReadQueue = (client: SQSClient, url: string): ReadQueue => ({
  name: 'read',
  send: ({ orgId, jobId }) => send(client, url, { org_id: orgId, job_id: jobId }, { group: orgId }),
});
