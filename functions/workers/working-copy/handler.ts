import { availableParallelism } from 'node:os';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoSourceSwap } from '../../../layers/adapters/dynamo/videos/source-swap.ts';
import { dynamoVideos } from '../../../layers/adapters/dynamo/videos/videos.ts';
import { s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../../layers/adapters/s3/client.ts';
import { s3Sources } from '../../../layers/adapters/s3/sources.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsCopyQueue } from '../../../layers/adapters/sqs/copy-queue.ts';
import { sqsVisibility } from '../../../layers/adapters/sqs/visibility.ts';
import { newId, systemClock } from '../../../layers/adapters/system/clock.ts';
import { newSourceDigest } from '../../../layers/adapters/system/digest.ts';
import { makeKeepWorkingCopy } from '../../../layers/app/videos/keep-working-copy.ts';
import { secondsToCopy } from '../../../layers/domain/videos/working-copy.ts';
import { copyHandler } from '../../../layers/queue/copy-handler.ts';
import { decoderIn } from '../../compose/decoder.ts';
import { workingCopyWorker } from '../workers.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = documentClient();
const objects = objectClient();

export const handler = copyHandler({
  keep: makeKeepWorkingCopy({
    videos: dynamoVideos(db, env.RECORDS_TABLE),
    swaps: dynamoSourceSwap(db, env.RECORDS_TABLE),
    artifacts: s3Artifacts(objects, env.BUCKET),
    newDigest: newSourceDigest,
    sources: s3Sources(objects, env.BUCKET),
    copier: {
      copy: decoderIn(env, objects).copy,
      secondsFor: ({ probe, media }) =>
        secondsToCopy(probe, media.size_bytes, availableParallelism()),
    },
    queue: sqsCopyQueue(queueClient(), env.COPY_QUEUE_URL),
    newId,
    now: systemClock,
    workerSeconds: workingCopyWorker.timeoutSeconds,
  }),
  hide: sqsVisibility(queueClient(), env.COPY_QUEUE_URL),
});
