import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoUploads } from '../../layers/adapters/dynamo/uploads/uploads.ts';
import { type IsOver, NEVER_OVER } from '../../layers/adapters/dynamo/videos/over.ts';
import { dynamoVideos } from '../../layers/adapters/dynamo/videos/videos.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { queueClient } from '../../layers/adapters/sqs/client.ts';
import { sqsCopyQueue } from '../../layers/adapters/sqs/copy-queue.ts';
import { sqsWebhookQueue } from '../../layers/adapters/sqs/webhook-queue.ts';
import { systemClock } from '../../layers/adapters/system/clock.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import { orderingCopies } from '../../layers/app/videos/order-working-copies.ts';
import { notifyingUploads, notifyingVideos } from '../../layers/app/webhooks/notify-of-ends.ts';
import { decoderIn } from './decoder.ts';
import type { UploadsEnv } from './env/uploads-env.ts';

/**
 * What makes videos of uploads, whichever way their bytes came. Whoever decides about one tells of
 * it.
 * @param isOver of what an upload that was completed before has become
 */
export function takingUploads(
  db: DynamoDBDocumentClient,
  env: UploadsEnv,
  objects = objectClient(),
  isOver: IsOver = NEVER_OVER,
) {
  const queues = queueClient();
  const webhooks = sqsWebhookQueue(queues, env.WEBHOOK_QUEUE_URL);
  const videos = notifyingVideos(dynamoVideos(db, env.RECORDS_TABLE, isOver), webhooks);
  return {
    videos: orderingCopies(videos, sqsCopyQueue(queues, env.COPY_QUEUE_URL)),
    uploads: notifyingUploads(dynamoUploads(db, env.RECORDS_TABLE), webhooks),
    artifacts: s3Artifacts(objects, env.BUCKET),
    decoder: decoderIn(env, objects),
    newDigest: newSourceDigest,
    now: systemClock,
  };
}
