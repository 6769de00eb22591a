import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/jobs/job-intake.ts';
import { dynamoErasures } from '../../../layers/adapters/dynamo/videos/erasures.ts';
import { s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../../layers/adapters/s3/client.ts';
import { s3ErasedIds } from '../../../layers/adapters/s3/erased-ids.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeEraseVideo } from '../../../layers/app/videos/erase-video.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { credentialGate } from '../../compose/gate.ts';
import { jobRuns } from '../../compose/job-runs.ts';
import { Env } from './env.ts';
import { eraseVideoRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const objects = objectClient();
const eraseVideo = makeEraseVideo({
  erasures: dynamoErasures(db, env.RECORDS_TABLE),
  erased: s3ErasedIds(objects, env.BUCKET),
  jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
  runs: jobRuns(db, env),
  artifacts: s3Artifacts(objects, env.BUCKET),
  now: systemClock,
});

export const handler = httpHandler(eraseVideoRoute, gate, async ({ principal, params }) => ({
  status: 200,
  body: await eraseVideo(principal.orgId, params.videoId),
}));
