import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads.ts';
import { dynamoVideos } from '../../../layers/adapters/dynamo/videos.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { sqsCopyQueue } from '../../../layers/adapters/sqs/copy-queue.ts';
import { queueClient } from '../../../layers/adapters/sqs/read-queue.ts';
import { newId, systemClock } from '../../../layers/adapters/system/clock.ts';
import { newSha256 } from '../../../layers/adapters/system/digest.ts';
import { orderingCopies } from '../../../layers/app/order-working-copies.ts';
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
  videos: orderingCopies(
    dynamoVideos(db, env.RECORDS_TABLE),
    sqsCopyQueue(queueClient(), env.COPY_QUEUE_URL),
  ),
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
