import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoUploads } from '../../layers/adapters/dynamo/uploads/uploads.ts';
import { dynamoVideos } from '../../layers/adapters/dynamo/videos/videos.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { queueClient } from '../../layers/adapters/sqs/client.ts';
import { sqsCopyQueue } from '../../layers/adapters/sqs/copy-queue.ts';
import { systemClock } from '../../layers/adapters/system/clock.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import { orderingCopies } from '../../layers/app/videos/order-working-copies.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { binariesIn } from './binaries.ts';
import { sourcesIn } from './stored-sources.ts';

interface UploadsEnv {
  readonly RECORDS_TABLE: string;
  readonly BUCKET: string;
  readonly COPY_QUEUE_URL: string;
  readonly FFMPEG_PATH?: string | undefined;
  readonly FFPROBE_PATH?: string | undefined;
}

/** What makes videos of uploads, whichever way their bytes came. */
export const takingUploads = async (
  db: DynamoDBDocumentClient,
  env: UploadsEnv,
  objects = objectClient(),
) => ({
  videos: orderingCopies(
    dynamoVideos(db, env.RECORDS_TABLE),
    sqsCopyQueue(queueClient(), env.COPY_QUEUE_URL),
  ),
  uploads: dynamoUploads(db, env.RECORDS_TABLE),
  artifacts: s3Artifacts(objects, env.BUCKET),
  stored: sourcesIn(objects, env.BUCKET),
  engine: ffmpegEngine(await binariesIn(env)),
  newDigest: newSourceDigest,
  now: systemClock,
});
