import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { makeIsOver } from '../../../layers/adapters/dynamo/videos/over.ts';
import { dynamoVideoLists } from '../../../layers/adapters/dynamo/videos/video-lists.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeListVideos } from '../../../layers/app/videos/list-videos.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { Log } from '../../../layers/log/log.ts';
import { credentialGate } from '../../compose/gate.ts';
import { linkedArtifacts } from '../../compose/signing-store.ts';
import { Env } from './env.ts';
import { listVideosRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const log = new Log('api');
const gate = credentialGate(db, env);
const listVideos = makeListVideos({
  videoLists: dynamoVideoLists(
    db,
    env.RECORDS_TABLE,
    makeIsOver(db, env.LEDGER_TABLE, systemClock),
  ),
  artifacts: linkedArtifacts(env),
  passOver: (error) => log.defect({ error }),
});

export const handler = httpHandler(listVideosRoute, gate, async ({ principal, query }) => ({
  status: 200,
  body: await listVideos(principal, query),
}));
