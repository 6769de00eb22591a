import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/jobs/job-intake.ts';
import { makeIsOver } from '../../../layers/adapters/dynamo/videos/over.ts';
import { dynamoVideos } from '../../../layers/adapters/dynamo/videos/videos.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeReadPartial } from '../../../layers/app/frames/partial-sheets.ts';
import { makeGetJob } from '../../../layers/app/jobs/get-job.ts';
import { makeReadResult } from '../../../layers/app/jobs/read-result.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { credentialGate } from '../../compose/gate.ts';
import { linkedArtifacts } from '../../compose/signing-store.ts';
import { Env } from './env.ts';
import { getJobRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const artifacts = linkedArtifacts(env);
const getJob = makeGetJob({
  jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
  videos: dynamoVideos(db, env.RECORDS_TABLE, makeIsOver(db, env.LEDGER_TABLE, systemClock)),
  readResult: makeReadResult({ artifacts }),
  readPartial: makeReadPartial({ artifacts }),
});

export const handler = httpHandler(getJobRoute, gate, async ({ principal, params }) => ({
  status: 200,
  body: await getJob(principal.orgId, params.jobId),
}));
