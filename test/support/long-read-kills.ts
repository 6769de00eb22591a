import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeCarryRead } from '../../functions/durable/long-read/carry-read.ts';
import { readSteps } from '../../functions/durable/long-read/steps.ts';
import { lambdaExecutions } from '../../layers/adapters/lambda/executions.ts';
import { segmentsIn } from '../../layers/adapters/s3/fetch-segments.ts';
import { type Drawer, makeDrawFrames } from '../../layers/app/frames/draw-frames.ts';
import { drawingInSegments } from '../../layers/app/frames/draw-in-segments.ts';
import { drawingWhatIsHeard } from '../../layers/app/frames/draw-what-is-heard.ts';
import { makeRunJob } from '../../layers/app/jobs/run-job.ts';
import type { ObtainVideo } from '../../layers/app/links/obtain-video.ts';
import { OPERATIONS } from '../../layers/app/operations/operations.ts';
import { makeRunOperation } from '../../layers/app/operations/run-operation.ts';
import type { WindowTry } from '../../layers/app/ports/transcript/window-recogniser.ts';
import type { Listen } from '../../layers/app/transcript/listen.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { segmentDrawer } from '../../layers/media/segments/draw-segments.ts';
import { fileTape } from '../../layers/media/speech/sound-tape.ts';
import { quickFfmpeg } from './clips/quick-ffmpeg.ts';
import { decodingInLife } from './decoding-in-life.ts';
import {
  durable,
  executionsTable,
  ordinary,
  startDurable,
  storeIn,
} from './durable/local-backend.ts';
import { memoryArtifacts } from './fakes/memory-artifacts.ts';
import { Life, type ReadKill } from './life.ts';
import { listeningInLife, WORD } from './listening-in-life.ts';
import { testService } from './service.ts';
import { staying } from './staying.ts';
import type { TestTables } from './tables.ts';

/** What is left of a long read whose processes were killed. */
export interface EndOfRead {
  readonly status: string | undefined;
  readonly moved: readonly string[];
  readonly webhooks: number;
  /** Objects that nobody needs any more. */
  readonly left: number;
  /** Whether the words are in the result. */
  readonly isHeard: boolean;
}

/** What must be left, wherever processes were killed. */
export const rightEndOf = ({ hears }: { readonly hears: boolean }): EndOfRead => ({
  status: 'succeeded',
  moved: ['frames:overview'],
  webhooks: 1,
  left: 0,
  isHeard: hears,
});

/** Seconds by the clock of the service until a message comes back, and until the sweep looks. */
const BACK_SECONDS = 61;
const SWEEP_SECONDS = 21 * 60;
/** Without a step for so long, nobody is at work any more. */
const QUIET_MS = 3_000;
/** A second of the executions. Callbacks are waited for for a minute, in which others may be quiet. */
const SECOND_MS = 20;
const MOST_SWEEPS = 12;
const RECEIVES = 3;

/**
 * Long reads of a small file, decoded by ffmpeg, on tables of their own.
 * @param hears whether they are listened to as well, beside their pictures
 */
export async function longReadKills(tables: TestTables, { hears }: { readonly hears: boolean }) {
  const folder = await mkdtemp(join(tmpdir(), 'long-read-kills-'));
  const file = join(folder, 'small.mp4');
  await quickFfmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=96x72:r=10:d=6', '-f', 'lavfi', '-i', 'sine=d=6'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-c:a', 'aac', file],
  );
  const binaries = await findBinaries({});
  const engine = ffmpegEngine(binaries);
  const probe = await engine.probe(file, new AbortController().signal);
  const objects = memoryArtifacts();
  const service = testService(tables, undefined, objects);
  service.engine.found = probe;

  async function queued() {
    const caller = await service.caller();
    const { upload_id } = await service.receiveUpload(caller, `bytes of ${caller.orgId}`);
    const { body } = await service.frames(caller, {
      upload_id,
      detail: 'overview',
      transcribe: hears,
      sync: false,
      webhook_url: 'https://receiver.example/',
    });
    service.told.length = 0;
    const sent = service.messages.splice(0).map((message) => ({ ...message, receives: 0 }));
    const windows: WindowTry[] = [];
    return { caller, jobId: body.job_id, sent, windows, table: await executionsTable() };
  }
  type Queued = Awaited<ReturnType<typeof queued>>;
  const jobOf = ({ caller, jobId }: Queued) => service.jobs.find(caller.orgId, jobId);
  const isOver = async (job: Queued) => (await jobOf(job))?.finished_at != null;

  /** One process with everything in it, until it is killed or nobody in it is at work any more. */
  async function live(job: Queued, kill: ReadKill | undefined, failsDecode: () => boolean) {
    const life = new Life(kill);
    const { signal } = life.dead;
    const artifacts = life.through('store', objects);
    const runs = life.through('runs', service.runs);
    const now = () => service.clock.now;
    const queue = life.through('queue', {
      name: 'merge',
      send: async (message: { orgId: string; jobId: string }) =>
        void job.sent.push({ ...message, receives: 0 }),
    });
    const ports = {
      artifacts,
      runs: { extend: runs.extend },
      queue,
      now,
      jobs: life.through('jobs', service.jobs),
      direct: {
        signPut: async (key: string) => ({ url: `http://store.test/${key}`, headers: {} }),
        addressSeconds: async (seconds: number) => seconds,
      },
    };
    const through = life.through.bind(life);
    const listening = listeningInLife({ ...ports, tables, windows: job.windows, through });
    const carry = makeCarryRead({
      work: readSteps({
        ...ports,
        jobsUnderWay: async () => 1,
        ofOrganization: 128,
      }),
      decodeFunction: 'decode',
      soundFunction: 'decode',
      atOnce: 2,
    });
    const decode = decodingInLife({ binaries, file, artifacts, failsDecode, dead: signal });
    const dead = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
    });
    const end = () => ({
      steps: life.steps,
      names: life.names,
      wasKilled: life.steps > (kill?.step ?? Number.POSITIVE_INFINITY),
    });
    const starting = startDurable(
      job.table,
      (client) => [
        durable('job', client, (read, context) => carry(read as never, context)),
        durable('words', client, listening.carry),
        ordinary('decode', decode),
      ],
      {
        store: life.through('executions', storeIn(job.table)),
        secondMs: SECOND_MS,
        onDefect: () => undefined,
      },
    );
    const backend = await Promise.race([starting, dead]);
    if (!backend) return end();
    const drawWith = (drawer: Drawer) =>
      makeDrawFrames({ artifacts, drawer, listen: unheard, newTape: fileTape });
    const { elsewhere, listen } = listening.listenBy(backend.client);
    const inSegments = drawingInSegments({
      artifacts,
      runs,
      inOne: drawWith({ draw: (...of) => engine.draw(file, ...of) }),
      drawWith,
      now,
      segmentSeconds: 0.009,
      hasReader: false,
      wait: (ms, stopped) =>
        wait(ms / 25, undefined, {
          signal: AbortSignal.any([signal, ...(stopped ? [stopped] : [])]),
        }),
      reads: life.through('reads', lambdaExecutions(backend.client, 'job:live')),
      scratch: { inFolder: async (work) => work(await mkdtemp(join(folder, 'drawing-'))) },
      fetch: segmentsIn(artifacts),
      drawSegments: segmentDrawer(undefined),
    });
    const drawing = drawingWhatIsHeard({
      artifacts,
      runs,
      now,
      elsewhere,
      listen,
      draw: inSegments,
    });
    void listening.recognise(backend.client, signal);
    const { running } = service;
    const work = makeRunOperation(
      OPERATIONS.frames,
      { draw: drawing, listen: unheard },
      { ...running, runs, artifacts, obtainVideo: obtainedStored(running.obtainVideo) },
    );
    const run = makeRunJob({
      runs,
      now,
      clearErased: async () => undefined,
      artifacts,
      works: { ...service.works, frames: work },
      ...staying,
    });
    const working = (async () => {
      while (!signal.aborted && performance.now() - life.lastMove < QUIET_MS) {
        const message = job.sent[0];
        if (!message) {
          if (await isDone(job)) return;
          await wait(10);
          continue;
        }
        message.receives += 1;
        const isLast = message.receives >= RECEIVES;
        // A worker's deadline: nothing has happened for long.
        const late = new AbortController();
        const watch = setInterval(() => {
          if (performance.now() - life.lastMove > QUIET_MS) late.abort(new Error('the deadline'));
        }, 100);
        const until = AbortSignal.any([signal, late.signal]);
        const outcome = await run({ ...message, run: randomUUID() }, until, { isLast }).catch(
          () => 'failed',
        );
        clearInterval(watch);
        if (signal.aborted) return;
        if (outcome === 'done' || isLast) job.sent.splice(job.sent.indexOf(message), 1);
        else await wait(100);
      }
    })();
    await Promise.race([working, dead]);
    life.dead.abort();
    backend.executions.close();
    backend.client.destroy();
    // Whoever was cut off is answered by nobody.
    void backend.server.close();
    return end();
  }

  const leftOf = ({ jobId }: Queued) =>
    [...objects.objects.keys()].filter((key) => key.includes(`/${jobId}/`)).length;
  const isHeard = (key: string | null | undefined): boolean =>
    new TextDecoder().decode(objects.objects.get(key ?? '')).includes(WORD);
  const isDone = async (job: Queued) => (await isOver(job)) && leftOf(job) === 0;

  /** Processes of one job, killed one after the other at these steps, and then one that is not. */
  async function killed(kills: readonly ReadKill[], failsDecode: () => boolean = () => false) {
    const job = await queued();
    let died = 0;
    for (const kill of kills) {
      const { wasKilled } = await live(job, kill, failsDecode);
      if (!wasKilled) break;
      died += 1;
      service.clock.now = new Date(service.clock.now.getTime() + BACK_SECONDS * 1000);
    }
    let sweeps = 0;
    let last = await live(job, undefined, () => false);
    while (!(await isOver(job)) && sweeps < MOST_SWEEPS) {
      sweeps += 1;
      service.clock.now = new Date(service.clock.now.getTime() + SWEEP_SECONDS * 1000);
      job.sent.push({ orgId: job.caller.orgId, jobId: job.jobId, receives: 0 });
      last = await live(job, undefined, () => false);
    }
    const { ledger: moves } = await service.getCredits(job.caller, 100);
    const of = moves.filter(({ job_id }) => job_id === job.jobId);
    const result = await jobOf(job);
    const end: EndOfRead = {
      status: result?.status,
      moved: of.map(({ reason }) => reason),
      webhooks: service.told.filter(({ orgId }) => orgId === job.caller.orgId).length,
      left: leftOf(job),
      isHeard: isHeard(result?.result_key),
    };
    for (const key of objects.objects.keys())
      if (key.includes(`/${job.caller.orgId}/`)) objects.objects.delete(key);
    return { died, sweeps, end, steps: last.steps, names: last.names };
  }

  return { killed, close: () => rm(folder, { recursive: true, force: true }) };
}

const unheard: Listen = () => Promise.reject(new Error('nobody asks what is said'));

/** The video is read out of the store, whatever it is. */
const obtainedStored =
  (obtain: ObtainVideo): ObtainVideo =>
  async (...asked) => {
    const { video } = await obtain(...asked);
    const stored = { ...video, source_key: 'source', size_bytes: 1, sha256: '' };
    return { video, source: { version: undefined, stored } };
  };
