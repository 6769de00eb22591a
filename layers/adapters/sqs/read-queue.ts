import type { SQSClient } from '@aws-sdk/client-sqs';
import type { ReadQueue } from '../../app/ports/jobs/read-queue.ts';
import { send } from './client.ts';

/** @param longUrl of the queue that long jobs have for themselves; they share the one without it */
export const sqsReadQueue = (client: SQSClient, url: string, longUrl = url): ReadQueue => ({
  name: 'read',
  send: ({ orgId, jobId }, isLong = false) =>
    send(client, isLong ? longUrl : url, { org_id: orgId, job_id: jobId }, { group: orgId }),
});
