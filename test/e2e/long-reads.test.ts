import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FramesRequest, FramesResult } from '../../layers/domain/frames/frames.ts';
import { planFrames } from '../../layers/domain/frames/frames-plan.ts';
import { type Job, type JobProgress, QueuedJob } from '../../layers/domain/jobs/job.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { ended, pause, serviceCaller } from './service-caller.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

let service: ServiceProcess;
const { call, balance, until, keysWith } = serviceCaller(() => service);
const keptSegments = () => keysWith('segments');
let folder: string;
let file: string;
let uploadId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'long-reads-'));
  file = join(folder, 'long.mp4');
  await quickFfmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=25:d=14', '-f', 'lavfi', '-i', 'sine=d=14'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-c:a', 'aac', file],
  );
  // Frames of this size are foreseen to take half a millisecond each: four segments.
  service = await startServiceProcess({ env: { SEGMENT_SECONDS: '0.05' } });
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)]), 'long.mp4');
  const { json } = await call('/v1/uploads', form);
  uploadId = UploadResult.parse(json).upload_id;
});
afterAll(async () => {
  await endService(service);
  await rm(folder, { recursive: true });
});

const asked = { detail: 'overview', signals: 'full' } as const;

async function begin(more: object = {}): Promise<string> {
  const { json } = await call('/v1/frames', {
    upload_id: uploadId,
    sync: false,
    ...asked,
    ...more,
  });
  return QueuedJob.parse(json).job_id;
}

const decoded = ({ progress }: Job): number => (progress?.stage === 'decoding' ? progress.done : 0);

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('a long read is decoded in segments, and gives what reading it in one gives', async () => {
  const told: JobProgress[] = [];
  const jobId = await begin();
  const job = await until(jobId, (seen) => {
    if (seen.progress) told.push(seen.progress);
    return ended(seen);
  });
  expect(job.error).toBeNull();
  const result = FramesResult.parse(job.result);

  const engine = ffmpegEngine(await findBinaries({}));
  const { signal } = new AbortController();
  const probe = await engine.probe(file, signal);
  const plan = planFrames(FramesRequest.parse({ url: file, ...asked }), probe);
  const sheets: string[] = [];
  const drawing = engine.draw(file, probe, plan, signal);
  let drawn = await drawing.next();
  for (; !drawn.done; drawn = await drawing.next()) sheets.push(digest(drawn.value.jpeg));
  const sent = result.sheets.map(async ({ url = '' }) => {
    const response = await fetch(url);
    return digest(new Uint8Array(await response.arrayBuffer()));
  });
  expect(await Promise.all(sent)).toEqual(sheets);
  expect(result.technical).toEqual(drawn.value.technical);
  expect(result.signal).toEqual(drawn.value.signal);

  const counts = told.flatMap((one) => (one.stage === 'decoding' ? [one] : []));
  expect(counts.length).toBeGreaterThan(0);
  expect(counts.map(({ done }) => done)).toEqual(
    counts.map(({ done }) => done).toSorted((a, b) => a - b),
  );
});

test('a service that is killed goes on with a long read, which is charged once', async () => {
  const before = await balance();
  const jobId = await begin({ start: 1 });
  await until(jobId, (job) => decoded(job) > 0 || ended(job));
  await service.kill();
  service = await startServiceProcess({
    dataDir: service.dataDir,
    env: { SEGMENT_SECONDS: '0.05' },
  });
  const job = await until(jobId, ended);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  expect(before - (await balance())).toBeCloseTo(job.credits_charged ?? 0);
  expect(await keptSegments()).toEqual([]);
});

test('a long read that is cancelled is given back, and what was decoded is cleared away', async () => {
  const before = await balance();
  const jobId = await begin({ start: 2 });
  await until(jobId, (job) => decoded(job) > 0 || ended(job));
  const { status } = await call(`/v1/jobs/${jobId}/cancel`, undefined, 'POST');
  expect(status).toBe(200);
  expect(await balance()).toBeCloseTo(before);
  let kept = await keptSegments();
  // Decodes that are under way end first.
  for (; kept.length > 0; kept = await keptSegments()) await pause();
});
