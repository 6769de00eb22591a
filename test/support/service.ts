import { randomBytes, randomUUID } from 'node:crypto';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { dynamoKeys } from '../../layers/adapters/dynamo/accounts/key-store.ts';
import { dynamoJobIntake } from '../../layers/adapters/dynamo/jobs/job-intake.ts';
import { dynamoJobRuns } from '../../layers/adapters/dynamo/jobs/job-runs.ts';
import { dynamoReadyJobs } from '../../layers/adapters/dynamo/jobs/ready-jobs.ts';
import { dynamoFetches } from '../../layers/adapters/dynamo/links/fetches.ts';
import { dynamoUploads } from '../../layers/adapters/dynamo/uploads/uploads.ts';
import { dynamoErasures } from '../../layers/adapters/dynamo/videos/erasures.ts';
import { makeIsOver } from '../../layers/adapters/dynamo/videos/over.ts';
import { dynamoPaidWindows, dynamoVideos } from '../../layers/adapters/dynamo/videos/videos.ts';
import { dynamoWebhookSecrets } from '../../layers/adapters/dynamo/webhooks/webhook-secrets.ts';
import { publicOnly } from '../../layers/adapters/egress/egress.ts';
import { newId } from '../../layers/adapters/system/clock.ts';
import { newSourceDigest, sha256 } from '../../layers/adapters/system/digest.ts';
import { makeAdminister } from '../../layers/app/accounts/administer.ts';
import { makeGetCredits } from '../../layers/app/accounts/get-credits.ts';
import { makeAcceptCall } from '../../layers/app/calls/accept-call.ts';
import { makeAnswerCall } from '../../layers/app/calls/answer-call.ts';
import { makeAwaitJob } from '../../layers/app/calls/await-job.ts';
import { makeEstimateCall } from '../../layers/app/calls/estimate-call.ts';
import { type Drawer, makeDrawFrames } from '../../layers/app/frames/draw-frames.ts';
import { makeReadPartial } from '../../layers/app/frames/partial-sheets.ts';
import { makeGetJob } from '../../layers/app/jobs/get-job.ts';
import { makeGoOnLater } from '../../layers/app/jobs/go-on-later.ts';
import { makeListJobs } from '../../layers/app/jobs/list-jobs.ts';
import { makeReadResult } from '../../layers/app/jobs/read-result.ts';
import { makeRunJob, type Work } from '../../layers/app/jobs/run-job.ts';
import { makeObtainVideo } from '../../layers/app/links/obtain-video.ts';
import { OPERATIONS } from '../../layers/app/operations/operations.ts';
import { makeRunOperation } from '../../layers/app/operations/run-operation.ts';
import type { PartiallyReadable } from '../../layers/app/ports/sources/video-source.ts';
import type { Captions } from '../../layers/app/ports/transcript/captions.ts';
import { makeListen } from '../../layers/app/transcript/listen.ts';
import { makeSidecarCaptions } from '../../layers/app/transcript/sidecar-captions.ts';
import { makeReceiveUpload } from '../../layers/app/uploads/receive-upload.ts';
import { makeClearErased } from '../../layers/app/videos/clear-erased.ts';
import {
  notifyingReadyJobs,
  notifyingRuns,
  notifyingUploads,
  notifyingVideos,
} from '../../layers/app/webhooks/notify-of-ends.ts';
import type { Principal } from '../../layers/domain/accounts/credential.ts';
import { toHundredths } from '../../layers/domain/accounts/credits.ts';
import type { Tier } from '../../layers/domain/accounts/plans.ts';
import { FramesRequest, type FramesResult } from '../../layers/domain/frames/frames.ts';
import type { Job, Operation, QueuedJob } from '../../layers/domain/jobs/job.ts';
import { jsonValue } from '../../layers/domain/json-stream.ts';
import {
  TranscriptRequest,
  type TranscriptResult,
} from '../../layers/domain/transcript/transcript.ts';
import { parseCaptionFile } from '../../layers/media/captions/caption-segments.ts';
import { fileTape } from '../../layers/media/speech/sound-tape.ts';
import { fakeEngine } from './fakes/fake-engine.ts';
import { fakeSpeech } from './fakes/fake-speech.ts';
import { fakeWeb } from './fakes/fake-web.ts';
import { memoryArtifacts } from './fakes/memory-artifacts.ts';
import { memoryErasedIds } from './fakes/memory-erased-ids.ts';
import { staying } from './staying.ts';
import type { TestTables } from './tables.ts';

/**
 * The use cases on real tables, with objects in memory and an engine that takes no time. A clock
 * that stands where the test puts it; waiting works the queue off instead of passing time.
 */
export function testService(
  { db, records, ledger }: TestTables,
  webhookRefusal = publicOnly().refusalOf,
  artifacts = memoryArtifacts(),
) {
  const clock = { now: new Date('2026-05-01T12:00:00Z') };
  const now = () => clock.now;
  const messages: { orgId: string; jobId: string }[] = [];
  const erased = memoryErasedIds();
  const engine = fakeEngine();
  /** Decodes by the engine, without looking at anything. */
  const decoder = {
    probe: (_: unknown, signal: AbortSignal) => engine.probe('', signal),
    open: async (remote: PartiallyReadable, signal: AbortSignal) =>
      web.opens ? { probe: await engine.probe('', signal), remote, version: '1' } : undefined,
  };
  const accounts = dynamoAccounts(db, ledger);
  const keys = dynamoKeys(db, records);
  const jobs = dynamoJobIntake(db, records);
  /** Deliveries whose message is on its way, and after how many seconds it comes. */
  const told: { orgId: string; deliveryId: string; delaySeconds: number }[] = [];
  const webhookQueue = {
    send: async (ref: { orgId: string; deliveryId: string }, delaySeconds: number) =>
      void told.push({ ...ref, delaySeconds }),
  };
  /** Jobs that went to those who bring segments together. */
  const longJobs: string[] = [];
  const queue = {
    name: 'read',
    send: async ({ orgId, jobId }: (typeof messages)[0], isLong = false) => {
      messages.push({ orgId, jobId });
      if (isLong) longJobs.push(jobId);
    },
  };
  const runs = notifyingRuns(dynamoJobRuns(db, { records, ledger }), webhookQueue);
  const videos = notifyingVideos(dynamoVideos(db, records), webhookQueue);
  const uploads = notifyingUploads(dynamoUploads(db, records), webhookQueue);
  const paidWindows = dynamoPaidWindows(db, records);
  /** What the next files hold as captions. */
  const written: { captions: Captions | undefined; reads: number } = {
    captions: undefined,
    reads: 0,
  };
  const heard = fakeSpeech();
  const listen = makeListen({
    sidecar: makeSidecarCaptions({ artifacts, parse: parseCaptionFile }),
    captions: {
      captions: async () => {
        written.reads += 1;
        return written.captions;
      },
    },
    ...heard,
  });
  const recogniser = heard.transcriber.name;
  const reading = { runs, videos, paidWindows, accounts, artifacts, digest: sha256, now };
  const fetches = dynamoFetches(db, records);
  const web = fakeWeb(artifacts);
  const obtainVideo = makeObtainVideo({
    ...reading,
    ...web,
    fetches,
    decoder,
    wait: async () => web.onWait(),
    roundSeconds: 600,
    goOnLater: makeGoOnLater({ runs, queue, now }),
  });
  const textReader = 'fake';
  const running = { ...reading, obtainVideo, recogniser, textReader };
  const drawer: Drawer = { draw: (...of) => engine.draw('', ...of) };
  const draw = makeDrawFrames({ artifacts, drawer, listen, newTape: fileTape });
  const readers = { draw, listen };
  const works: Record<Operation, Work> = {
    frames: makeRunOperation(OPERATIONS.frames, readers, running),
    transcript: makeRunOperation(OPERATIONS.transcript, { listen }, running),
    watch_video: () => Promise.reject(new Error('questions are read by questionService')),
  };
  const clearErased = makeClearErased({ videos, artifacts });
  const runJob = makeRunJob({ runs, works, clearErased, artifacts, now, ...staying });
  const webhookSecrets = dynamoWebhookSecrets(db, records);
  const administer = makeAdminister({
    accounts,
    keys,
    webhookSecrets,
    digest: sha256,
    random: randomBytes,
    now,
    newId,
  });
  const readResult = makeReadResult({ artifacts });
  const deliver = (message: { orgId: string; jobId: string }, { lastDelivery = false } = {}) =>
    runJob({ ...message, run: randomUUID() }, new AbortController().signal, {
      isLast: lastDelivery,
    });
  const workOff = async () => {
    for (let message = messages.shift(); message; message = messages.shift())
      await deliver(message);
  };
  const readyJobs = notifyingReadyJobs(dynamoReadyJobs(db, { records, ledger }), webhookQueue);
  const isOver = makeIsOver(db, ledger, now);
  const accepting = {
    jobs,
    readyJobs,
    artifacts,
    webhookRefusal,
    linkRefusal: webhookRefusal,
    queue,
    videos: dynamoVideos(db, records, isOver),
    uploads,
    fetches: dynamoFetches(db, records, isOver),
    paidWindows,
    accounts,
    digest: sha256,
    now,
    newId,
    segmentSeconds: 60,
    recogniser,
    textReader,
  };
  const acceptFrames = makeAcceptCall(OPERATIONS.frames, accepting);
  const estimateFrames = makeEstimateCall(OPERATIONS.frames, accepting);
  const estimateTranscript = makeEstimateCall(OPERATIONS.transcript, accepting);
  const waiting = {
    awaitJob: makeAwaitJob({ jobs, wait: workOff, now }),
    readyJobs,
    syncWaitSeconds: 60,
    now,
  };
  const getJob = makeGetJob({
    jobs,
    videos: accepting.videos,
    readResult,
    readPartial: makeReadPartial({ artifacts }),
  });
  /** Rows that a list could not read. */
  const passedOver: string[] = [];
  const passOver = (error: Error) => void passedOver.push(error.message);
  const listJobs = makeListJobs({
    jobs,
    videos: accepting.videos,
    passOver,
  });
  const frames = makeAnswerCall({
    ...waiting,
    accept: acceptFrames,
    readResult: OPERATIONS.frames.read({ artifacts }),
  });
  const transcript = makeAnswerCall({
    ...waiting,
    accept: makeAcceptCall(OPERATIONS.transcript, accepting),
    readResult: OPERATIONS.transcript.read({ artifacts }),
  });
  const receiveUpload = makeReceiveUpload({
    videos,
    uploads,
    artifacts,
    decoder,
    newDigest: newSourceDigest,
    now,
    newId,
  });

  return {
    passedOver,
    passOver,
    clock,
    /** What erasing a video takes. */
    erasing: { erasures: dynamoErasures(db, records), erased, jobs, runs, artifacts, now },
    accepting,
    running,
    readers,
    recogniser,
    textReader,
    works,
    messages,
    longJobs,
    told,
    webhookQueue,
    webhookSecrets,
    artifacts,
    decoder,
    erased,
    engine,
    web,
    fetches,
    written,
    heard,
    accounts,
    keys,
    jobs,
    runs,
    videos,
    uploads,
    administer,
    deliver,
    workOff,
    estimateFrames: (principal: Principal, body: object) =>
      estimateFrames(principal, FramesRequest.parse(body)),
    estimateTranscript: (principal: Principal, body: object) =>
      estimateTranscript(principal, TranscriptRequest.parse(body)),
    acceptFrames: (principal: Principal, body: object) =>
      acceptFrames(principal, FramesRequest.parse(body)),
    frames: async (principal: Principal, body: object) => {
      const answer = await frames(principal, FramesRequest.parse(body));
      return { ...answer, body: await jsonValue<FramesResult | QueuedJob>(answer.body) };
    },
    transcript: async (principal: Principal, body: object) => {
      const answer = await transcript(principal, TranscriptRequest.parse(body));
      return { ...answer, body: await jsonValue<TranscriptResult | QueuedJob>(answer.body) };
    },
    readyJobs,
    /** Asks, and leaves the answer to be read. */
    sendFrames: (principal: Principal, body: object) =>
      frames(principal, FramesRequest.parse(body)),
    listJobs,
    getJob: async (orgId: string, jobId: string) => jsonValue<Job>(await getJob(orgId, jobId)),
    getCredits: makeGetCredits({ accounts, now }),
    receiveUpload: (
      principal: Principal,
      content: string | AsyncIterable<Uint8Array>,
      filename = 'a.mp4',
      by: Parameters<typeof receiveUpload>[3] = {},
    ) =>
      receiveUpload(
        principal,
        {
          filename,
          contentType: 'video/mp4',
          bytes: typeof content === 'string' ? chunksOf(content) : content,
        },
        new AbortController().signal,
        by,
      ),
    async caller(tier: Tier = 'pro', credits = 100): Promise<Principal> {
      const { org_id } = await administer.createOrg(tier, toHundredths(credits));
      return {
        kind: 'key',
        orgId: org_id,
        tier,
        scopes: ['video:read', 'account:read'],
        wallet: 'topup',
      };
    },
  };
}

async function* chunksOf(content: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 1000) yield Buffer.from(content.slice(at, at + 1000));
}
