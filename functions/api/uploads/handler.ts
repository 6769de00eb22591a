import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads.ts';
import { dynamoVideos } from '../../../layers/adapters/dynamo/videos.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { newId, systemClock } from '../../../layers/adapters/system/clock.ts';
import { newSha256 } from '../../../layers/adapters/system/digest.ts';
import { makeReceiveUpload } from '../../../layers/app/receive-upload.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { credentialGate } from '../../compose/gate.ts';
import { Env, uploadsRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
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
