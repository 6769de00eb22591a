import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts.ts';
import { dynamoCallCounter } from '../../../layers/adapters/dynamo/call-counter.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/job-intake.ts';
import { dynamoKeys } from '../../../layers/adapters/dynamo/key-store.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeAdmit } from '../../../layers/app/admit.ts';
import { makeAuthenticate } from '../../../layers/app/authenticate.ts';
import { makeGetJob } from '../../../layers/app/get-job.ts';
import { makeReadResult } from '../../../layers/app/read-result.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { Env, getJobRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const accounts = dynamoAccounts(db, env.LEDGER_TABLE);
const gate = {
  authenticate: makeAuthenticate({
    keys: dynamoKeys(db, env.RECORDS_TABLE),
    accounts,
    digest: sha256,
  }),
  admit: makeAdmit({ calls: dynamoCallCounter(db, env.RECORDS_TABLE), now: systemClock }),
};
const getJob = makeGetJob({
  jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
  readResult: makeReadResult({ artifacts: s3Artifacts(objectClient(), env.BUCKET) }),
});

export const handler = httpHandler(getJobRoute, gate, async ({ principal, params }) => ({
  status: 200,
  body: await getJob(principal.orgId, params.jobId),
}));
