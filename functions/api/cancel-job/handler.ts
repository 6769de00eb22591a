import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/job-intake.ts';
import { dynamoJobRuns } from '../../../layers/adapters/dynamo/job-runs.ts';
import { queueClient } from '../../../layers/adapters/sqs/read-queue.ts';
import { sqsWebhookQueue } from '../../../layers/adapters/sqs/webhook-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeCancelJob } from '../../../layers/app/cancel-job.ts';
import { tellingRuns } from '../../../layers/app/tell-of-ends.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { credentialGate } from '../../compose/gate.ts';
import { cancelJobRoute, Env } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const cancelJob = makeCancelJob({
  jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
  runs: tellingRuns(
    dynamoJobRuns(db, { records: env.RECORDS_TABLE, ledger: env.LEDGER_TABLE }),
    sqsWebhookQueue(queueClient(), env.WEBHOOK_QUEUE_URL),
  ),
  now: systemClock,
});

export const handler = httpHandler(cancelJobRoute, gate, async ({ principal, params }) => ({
  status: 200,
  body: await cancelJob(principal.orgId, params.jobId),
}));
