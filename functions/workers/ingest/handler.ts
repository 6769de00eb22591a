import { randomUUID } from 'node:crypto';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads.ts';
import { dynamoVideos } from '../../../layers/adapters/dynamo/videos.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { s3DirectStore } from '../../../layers/adapters/s3/direct-store.ts';
import { sqsCopyQueue } from '../../../layers/adapters/sqs/copy-queue.ts';
import { queueClient } from '../../../layers/adapters/sqs/read-queue.ts';
import { sqsVisibility } from '../../../layers/adapters/sqs/visibility.ts';
import { systemClock, wait } from '../../../layers/adapters/system/clock.ts';
import { newSha256 } from '../../../layers/adapters/system/digest.ts';
import { orderingCopies } from '../../../layers/app/order-working-copies.ts';
import { makeTakeInObject } from '../../../layers/app/take-in-object.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { objectHandler } from '../../../layers/queue/object-handler.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = documentClient();
const objects = objectClient();

export const handler = objectHandler({
  take: makeTakeInObject({
    videos: orderingCopies(
      dynamoVideos(db, env.RECORDS_TABLE),
      sqsCopyQueue(queueClient(), env.COPY_QUEUE_URL),
    ),
    uploads: dynamoUploads(db, env.RECORDS_TABLE),
    artifacts: s3Artifacts(objects, env.BUCKET),
    direct: s3DirectStore(objects, env.BUCKET),
    engine: ffmpegEngine(
      await findBinaries({ ffmpeg: env.FFMPEG_PATH, ffprobe: env.FFPROBE_PATH }),
    ),
    newDigest: newSha256,
    newReader: randomUUID,
    wait,
    now: systemClock,
  }),
  hide: sqsVisibility(queueClient(), env.INGEST_QUEUE_URL),
});
