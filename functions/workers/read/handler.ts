import { randomUUID } from 'node:crypto';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobRuns } from '../../../layers/adapters/dynamo/job-runs.ts';
import { dynamoPaidWindows, dynamoVideos } from '../../../layers/adapters/dynamo/videos.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { queueClient } from '../../../layers/adapters/sqs/read-queue.ts';
import { sqsVisibility } from '../../../layers/adapters/sqs/visibility.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeRunFramesJob } from '../../../layers/app/run-frames-job.ts';
import { makeExtendLease, makeRunJob } from '../../../layers/app/run-job.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { queueHandler } from '../../../layers/queue/queue-handler.ts';
import { readWorker } from '../workers.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = documentClient();
const runs = dynamoJobRuns(db, { records: env.RECORDS_TABLE, ledger: env.LEDGER_TABLE });
const framesJob = makeRunFramesJob({
  runs,
  videos: dynamoVideos(db, env.RECORDS_TABLE),
  paidWindows: dynamoPaidWindows(db, env.RECORDS_TABLE),
  artifacts: s3Artifacts(objectClient(), env.BUCKET),
  engine: ffmpegEngine(await findBinaries({ ffmpeg: env.FFMPEG_PATH, ffprobe: env.FFPROBE_PATH })),
  digest: sha256,
  now: systemClock,
});

export const handler = queueHandler(
  {
    run: makeRunJob({ runs, works: { frames: framesJob }, now: systemClock }),
    extend: makeExtendLease({ runs, now: systemClock }),
    hide: sqsVisibility(queueClient(), env.READ_QUEUE_URL),
  },
  { maxReceives: readWorker.maxReceives, newRun: randomUUID },
);
