import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findVoiceDetector } from '../../layers/adapters/onnx/voices/find-voice-detector.ts';
import { openaiTranscriber } from '../../layers/adapters/speech/openai.ts';
import { recogniseAll } from '../../layers/app/transcript/recognise-all.ts';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { PartialFrames } from '../../layers/domain/frames/partial-frames.ts';
import { Job, QueuedJob } from '../../layers/domain/jobs/job.ts';
import { withoutWords } from '../../layers/domain/transcript/segments.ts';
import { TranscriptResult } from '../../layers/domain/transcript/transcript.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../../layers/media/speech/find-speech.ts';
import { ffmpeg } from '../support/clips/ffmpeg.ts';
import { site } from '../support/sites/sites.ts';
import { ended, pause, serviceCaller } from './service-caller.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Everything but a few seconds is long, and each sentence a window. */
const SHORT = { LISTEN_SECONDS: '4', SPEECH_WINDOW_SECONDS: '3', SEGMENT_SECONDS: '0.02' };
const SENTENCES = ['good evening and welcome', 'we read from a book', 'about the open sea'];

/** Answers are held back until it is resolved. */
let open: Promise<void> = Promise.resolve();
let asked = 0;
/** A recogniser that tells of each sound how long it is. */
const recogniser = await site(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  asked += 1;
  await open;
  const size = Buffer.concat(chunks).indexOf('\r\n--', 1000);
  const segment = { start: 0.1, end: 1, text: `${size} bytes`, avg_logprob: -0.05 };
  const body = { language: 'english', text: segment.text, segments: [segment], words: [] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

let service: ServiceProcess;
const { call, balance, until, keysWith } = serviceCaller(() => service);
const keptSpeech = async () => [...(await keysWith('speech')), ...(await keysWith('segments'))];
let folder: string;
let file: string;
let uploadId: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'long-transcripts-'));
  file = join(folder, 'long.mp4');
  const voices = SENTENCES.flatMap((text) => [
    '-f',
    'lavfi',
    '-i',
    `flite=text='${text}':voice=slt`,
  ]);
  const padded = SENTENCES.map((_, at) => `[${at + 1}]apad=pad_dur=3[v${at}]`).join(';');
  const joined = `${SENTENCES.map((_, at) => `[v${at}]`).join('')}concat=n=3:v=0:a=1[a]`;
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=10:d=20', ...voices],
    ...['-filter_complex', `${padded};${joined}`, '-map', '0:v', '-map', '[a]', '-shortest'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', file],
  );
  const { port } = recogniser;
  env = { ...SHORT, TRANSCRIBER_URL: `http://127.0.0.1:${port}/v1` };
  service = await startServiceProcess({ env });
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)]), 'long.mp4');
  uploadId = UploadResult.parse((await call('/v1/uploads', form)).json).upload_id;
});
afterAll(async () => {
  await endService(service);
  await recogniser.close();
  await rm(folder, { recursive: true });
});

async function begin(start: number): Promise<string> {
  const { json } = await call('/v1/transcript', { upload_id: uploadId, sync: false, start });
  return QueuedJob.parse(json).job_id;
}

/** Lets nobody be answered until the returned function is called. */
function held(): () => void {
  const gate = Promise.withResolvers<void>();
  open = gate.promise;
  return gate.resolve;
}

/** Sheets of a window with their words, by what the job told on its way. */
async function drawnWithWords(window: object) {
  const letGo = held();
  const asking = { upload_id: uploadId, detail: 'overview', transcribe: true, sync: false };
  const { json } = await call('/v1/frames', { ...asking, ...window });
  const { job_id } = QueuedJob.parse(json);
  const stages = new Set<string>();
  const waiting = await until(job_id, (job) => {
    if (job.progress) stages.add(job.progress.stage);
    return ended(job) || (job.progress?.stage === 'listening' && job.result !== undefined);
  });
  letGo();
  const { partial } = PartialFrames.parse(waiting.result);
  const job = await until(job_id, ended);
  expect(job.error).toBeNull();
  const result = FramesResult.parse(job.result);
  expect(partial.sheets.map(({ url: _, ...sheet }) => sheet)).toEqual(
    result.sheets.map(({ url: _, b64: __, spoken: ___, qa_flags: ____, ...sheet }) => sheet),
  );
  return { result, stages: [...stages] };
}

async function untilAsked(): Promise<void> {
  for (const before = asked; asked === before; ) await pause();
}

test('a long transcript is recognised window by window, and is what listening at once gives', async () => {
  const jobId = await begin(0);
  const job = await until(jobId, ended);
  expect(job.error).toBeNull();
  const result = TranscriptResult.parse(job.result);

  const binaries = await findBinaries({});
  const { signal } = new AbortController();
  const probe = await ffmpegEngine(binaries).probe(file, signal);
  const found = ffmpegSpeech(binaries, findVoiceDetector());
  const transcriber = openaiTranscriber({
    url: env['TRANSCRIBER_URL'] ?? '',
    model: 'whisper-1',
    wait: async () => undefined,
  });
  const stretches = found.find(file, probe, [0, probe.duration], signal);
  const inOne = await recogniseAll(
    stretches,
    transcriber,
    { language: 'auto', folder: '' },
    signal,
  );
  const segments = inOne.heard.flatMap((one) => one.segments);
  expect(segments.length).toBeGreaterThan(1);
  expect(result.segments).toEqual(segments.map(withoutWords));
  expect([result.speech, result.language]).toEqual([inOne.found, 'en']);
  expect(await keptSpeech()).toEqual([]);

  const frames = { upload_id: uploadId, detail: 'overview', transcribe: true };
  const drawn = FramesResult.parse((await call('/v1/frames', frames)).json);
  expect(drawn.transcript?.segments).toEqual(result.segments);
  expect(drawn.notes.filter((note) => note.startsWith('Recognised'))).toHaveLength(1);
  expect(await keptSpeech()).toEqual([]);
});

test('sheets are there while the words are still listened to', async () => {
  const inSegments = await drawnWithWords({ start: 0.25 });
  expect(inSegments.stages).toEqual(['decoding', 'listening']);
  const inOne = await drawnWithWords({ start: 6, end: 11 });
  expect(inOne.stages).toEqual(['listening']);
  for (const { result } of [inSegments, inOne]) {
    const [start, end] = result.window;
    const { json } = await call('/v1/transcript', { upload_id: uploadId, start, end });
    const { segments } = TranscriptResult.parse(json);
    expect(segments.length).toBeGreaterThan(0);
    expect(result.transcript?.segments).toEqual(segments);
    expect(result.sheets.map(({ spoken }) => spoken).join(' ')).toContain('bytes');
  }
  expect(await keptSpeech()).toEqual([]);
});

test('a service that is killed goes on with a long transcript, which is charged once', async () => {
  const before = await balance();
  const letGo = held();
  const jobId = await begin(0.5);
  await untilAsked();
  await service.kill();
  letGo();
  service = await startServiceProcess({ dataDir: service.dataDir, env });
  const job = await until(jobId, ended);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  expect(before - (await balance())).toBeCloseTo(job.credits_charged ?? 0);
  expect(await keptSpeech()).toEqual([]);
});

test('a long transcript that is cancelled is given back, and its sound is cleared away', async () => {
  const before = await balance();
  const letGo = held();
  const jobId = await begin(1);
  await untilAsked();
  const { status } = await call(`/v1/jobs/${jobId}/cancel`, undefined, 'POST');
  expect(status).toBe(200);
  expect(await balance()).toBeCloseTo(before);
  letGo();
  let kept = await keptSpeech();
  for (; kept.length > 0; kept = await keptSpeech()) await pause();
});

test('a video that is erased during a long transcript takes its sound and its price with it', async () => {
  const before = await balance();
  const letGo = held();
  const jobId = await begin(1.5);
  await untilAsked();
  const { video_id } = Job.parse((await call(`/v1/jobs/${jobId}`)).json);
  const { status } = await call(`/v1/videos/${video_id}`, undefined, 'DELETE');
  expect(status).toBe(200);
  letGo();
  expect((await call(`/v1/jobs/${jobId}`)).status).toBe(404);
  expect(await balance()).toBeCloseTo(before);
  let kept = await keysWith(video_id);
  for (; kept.length > 0; kept = await keysWith(video_id)) await pause();
});
