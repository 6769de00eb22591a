import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoJobRuns } from '../../layers/adapters/dynamo/jobs/job-runs.ts';
import { queueClient } from '../../layers/adapters/sqs/client.ts';
import { sqsWebhookQueue } from '../../layers/adapters/sqs/webhook-queue.ts';
import type { JobRuns } from '../../layers/app/ports/jobs/jobs.ts';
import { notifyingRuns } from '../../layers/app/webhooks/notify-of-ends.ts';
import { countedRuns } from './counted-runs.ts';
import type { TablesEnv } from './env/tables-env.ts';

interface RunsEnv extends TablesEnv {
  readonly WEBHOOK_QUEUE_URL: string;
}

/** Runs of jobs. Whoever ends one tells of it, and counts it. */
export const jobRuns = (db: DynamoDBDocumentClient, env: RunsEnv): JobRuns =>
  notifyingRuns(
    countedRuns(dynamoJobRuns(db, { records: env.RECORDS_TABLE, ledger: env.LEDGER_TABLE })),
    sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL),
  );
