import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/jobs/job-intake.ts';
import { s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../../layers/adapters/s3/client.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeCancelJob } from '../../../layers/app/jobs/cancel-job.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { credentialGate } from '../../compose/gate.ts';
import { jobRuns } from '../../compose/job-runs.ts';
import { Env } from './env.ts';
import { cancelJobRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const cancelJob = makeCancelJob({
  jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
  runs: jobRuns(db, env),
  artifacts: s3Artifacts(objectClient(), env.BUCKET),
  now: systemClock,
});

export const handler = httpHandler(cancelJobRoute, gate, async ({ principal, params }) => ({
  status: 200,
  body: await cancelJob(principal.orgId, params.jobId),
}));
