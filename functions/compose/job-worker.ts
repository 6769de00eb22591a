import { randomUUID } from 'node:crypto';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { dynamoFetches } from '../../layers/adapters/dynamo/links/fetches.ts';
import { dynamoPaidWindows, dynamoVideos } from '../../layers/adapters/dynamo/videos/videos.ts';
import { lambdaClient } from '../../layers/adapters/lambda/client.ts';
import { lambdaExecutions } from '../../layers/adapters/lambda/executions.ts';
import { chooseTextReader } from '../../layers/adapters/onnx/text/find-text-reader.ts';
import { findVoiceDetector } from '../../layers/adapters/onnx/voices/find-voice-detector.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { segmentsIn } from '../../layers/adapters/s3/fetch-segments.ts';
import { chooseTranscriber } from '../../layers/adapters/speech/find-transcriber.ts';
import { queueClient } from '../../layers/adapters/sqs/client.ts';
import { sqsCopyQueue } from '../../layers/adapters/sqs/copy-queue.ts';
import { sqsReadQueue } from '../../layers/adapters/sqs/read-queue.ts';
import { sqsVisibility } from '../../layers/adapters/sqs/visibility.ts';
import { systemClock, wait } from '../../layers/adapters/system/clock.ts';
import { closing } from '../../layers/adapters/system/closing.ts';
import { sha256 } from '../../layers/adapters/system/digest.ts';
import { tempScratch } from '../../layers/adapters/system/scratch.ts';
import { waitsForOthers } from '../../layers/adapters/system/waiting.ts';
import { makeAdvanceWaiting } from '../../layers/app/batches/advance-waiting.ts';
import { drawingElsewhere } from '../../layers/app/frames/draw-elsewhere.ts';
import { type Drawer, makeDrawFrames } from '../../layers/app/frames/draw-frames.ts';
import { drawingInSegments } from '../../layers/app/frames/draw-in-segments.ts';
import { drawingWhatIsHeard } from '../../layers/app/frames/draw-what-is-heard.ts';
import { makeGoOnLater } from '../../layers/app/jobs/go-on-later.ts';
import { makeExtendLease, makeRunJob } from '../../layers/app/jobs/run-job.ts';
import { makeObtainVideo } from '../../layers/app/links/obtain-video.ts';
import { OPERATIONS } from '../../layers/app/operations/operations.ts';
import { makeRunOperation } from '../../layers/app/operations/run-operation.ts';
import { makeListen } from '../../layers/app/transcript/listen.ts';
import { listeningElsewhere } from '../../layers/app/transcript/listen-elsewhere.ts';
import { makeSidecarCaptions } from '../../layers/app/transcript/sidecar-captions.ts';
import { makeClearErased } from '../../layers/app/videos/clear-erased.ts';
import { orderingFetchedCopies } from '../../layers/app/videos/order-working-copies.ts';
import { parseCaptionFile } from '../../layers/media/captions/caption-segments.ts';
import { segmentDrawer } from '../../layers/media/segments/draw-segments.ts';
import { judgeSpeech } from '../../layers/media/speech/judge-speech.ts';
import { fileTape } from '../../layers/media/speech/sound-tape.ts';
import { jobHandler } from '../../layers/queue/job-handler.ts';
import { batchCall } from './batch-call.ts';
import { decoderIn } from './decoder.ts';
import type { JobWorkerEnv } from './env/job-worker-env.ts';
import { jobRuns } from './job-runs.ts';
import { linksIn } from './links.ts';
import { questionWork } from './question-work.ts';

interface Fed {
  readonly queueUrl: string;
  /** Deliveries before a message goes to the dead letters. */
  readonly maxReceives: number;
}

/** The handler of a worker that runs jobs, of whatever kind. */
export async function jobWorker(env: JobWorkerEnv, { queueUrl, maxReceives }: Fed) {
  const db = documentClient();
  const runs = jobRuns(db, env);
  const objects = objectClient();
  const artifacts = s3Artifacts(objects, env.BUCKET);
  const transcriber = await chooseTranscriber(env);
  const recogniser = transcriber?.name ?? null;
  const reader = chooseTextReader(env)?.connect();
  const scratch = await tempScratch();
  const textReader = reader?.name ?? null;
  const videos = dynamoVideos(db, env.RECORDS_TABLE);
  const reading = {
    runs,
    paidWindows: dynamoPaidWindows(db, env.RECORDS_TABLE),
    accounts: dynamoAccounts(db, env.LEDGER_TABLE),
    artifacts,
    digest: sha256,
    now: systemClock,
  };
  const decoder = decoderIn(env, objects);
  const detector = findVoiceDetector();
  const elsewhere = listeningElsewhere({
    artifacts,
    runs,
    now: systemClock,
    hearings: lambdaExecutions(lambdaClient(), env.TRANSCRIPT_FUNCTION),
    longestSeconds: env.LISTEN_SECONDS,
  });
  const listen = makeListen({
    elsewhere,
    sidecar: makeSidecarCaptions({ artifacts, parse: parseCaptionFile }),
    captions: decoder,
    speech: {
      find: decoder.find,
      judge: (sound, [start]) => judgeSpeech(sound, start, detector),
    },
    transcriber: transcriber?.connect({ artifacts, bucket: env.BUCKET }, wait),
  });
  const { isCarried, ...links } = await linksIn(env, objects);
  const goOnLater = makeGoOnLater({
    runs,
    queue: sqsReadQueue(queueClient(), env.READ_QUEUE_URL),
    now: systemClock,
  });
  const obtainVideo = makeObtainVideo({
    ...reading,
    ...links,
    fetches: orderingFetchedCopies(
      dynamoFetches(db, env.RECORDS_TABLE),
      sqsCopyQueue(queueClient(), env.COPY_QUEUE_URL),
    ),
    decoder: {
      probe: decoder.probe,
      open: async (place, signal) =>
        isCarried(place.address) ? undefined : decoder.open(place, signal),
    },
    // Another job's run fetches the link.
    wait: waitsForOthers(wait),
    roundSeconds: env.FETCH_ROUND_SECONDS,
    goOnLater,
  });
  const running = { ...reading, obtainVideo, recogniser, textReader };
  const drawWith = (drawer: Drawer) =>
    makeDrawFrames({ artifacts, drawer, listen, newTape: fileTape });
  const drawInSegments = drawingInSegments({
    artifacts,
    runs,
    scratch,
    drawWith,
    now: systemClock,
    wait,
    inOne: drawingElsewhere({ decoder, runs, drawWith, now: systemClock }),
    reads: lambdaExecutions(lambdaClient(), env.LONG_READ_FUNCTION),
    fetch: segmentsIn(artifacts),
    drawSegments: segmentDrawer(reader),
    hasReader: reader !== undefined,
    segmentSeconds: env.SEGMENT_SECONDS,
  });
  const draw = drawingWhatIsHeard({
    artifacts,
    runs,
    listen,
    elsewhere,
    draw: drawInSegments,
    now: systemClock,
  });
  const readers = { draw, listen };
  const works = {
    frames: makeRunOperation(OPERATIONS.frames, readers, running),
    transcript: makeRunOperation(OPERATIONS.transcript, { listen }, running),
    watch_video: questionWork(db, env, running, readers, { recogniser, textReader }),
  };
  const clearErased = makeClearErased({ videos, artifacts });
  const runJob = makeRunJob({
    runs,
    works,
    clearErased,
    artifacts,
    closing,
    goOnLater,
    now: systemClock,
  });
  // A job that ends frees a slot, for which items of batches may wait.
  const advanceWaiting = makeAdvanceWaiting(await batchCall(env));

  return jobHandler(
    {
      run: runJob,
      goOn: advanceWaiting,
      extend: makeExtendLease({ runs, now: systemClock }),
      hide: sqsVisibility(queueClient(), queueUrl),
    },
    { maxReceives, newRun: randomUUID },
  );
}
