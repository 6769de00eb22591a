import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts.ts';
import { dynamoCallCounter } from '../../../layers/adapters/dynamo/call-counter.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoKeys } from '../../../layers/adapters/dynamo/key-store.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads.ts';
import { dynamoVideos } from '../../../layers/adapters/dynamo/videos.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { newId, systemClock } from '../../../layers/adapters/system/clock.ts';
import { newSha256, sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeAdmit } from '../../../layers/app/admit.ts';
import { makeAuthenticate } from '../../../layers/app/authenticate.ts';
import { makeReceiveUpload } from '../../../layers/app/receive-upload.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { Env, uploadsRoute } from './route.ts';

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
const receiveUpload = makeReceiveUpload({
  videos: dynamoVideos(db, env.RECORDS_TABLE),
  uploads: dynamoUploads(db, env.RECORDS_TABLE),
  artifacts: s3Artifacts(objectClient(), env.BUCKET),
  engine: ffmpegEngine(await findBinaries({ ffmpeg: env.FFMPEG_PATH, ffprobe: env.FFPROBE_PATH })),
  newDigest: newSha256,
  now: systemClock,
  newId,
});

export const handler = httpHandler(uploadsRoute, gate, async ({ principal, file, signal }) => ({
  status: 200,
  body: await receiveUpload(principal, await file(), signal),
}));
