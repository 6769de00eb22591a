import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/jobs/job-intake.ts';
import { makeIsOver } from '../../../layers/adapters/dynamo/videos/over.ts';
import { dynamoVideos } from '../../../layers/adapters/dynamo/videos/videos.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeListJobs } from '../../../layers/app/jobs/list-jobs.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { Log } from '../../../layers/log/log.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';
import { credentialGate } from '../../compose/gate.ts';
import { listJobsRoute } from './route.ts';

const env = TablesEnv.parse(process.env);
const db = documentClient();
const log = new Log('api');
const gate = credentialGate(db, env);
const listJobs = makeListJobs({
  jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
  videos: dynamoVideos(db, env.RECORDS_TABLE, makeIsOver(db, env.LEDGER_TABLE, systemClock)),
  passOver: (error) => log.defect({ error }),
});

export const handler = httpHandler(listJobsRoute, gate, async ({ principal, query }) => ({
  status: 200,
  body: await listJobs(principal.orgId, query),
}));
