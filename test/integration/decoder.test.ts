import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { decodeNow } from '../../functions/durable/durable-functions.ts';
import { lambdaCall } from '../../layers/adapters/lambda/call.ts';
import { findVoiceDetector } from '../../layers/adapters/onnx/voices/find-voice-detector.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import { keptTables } from '../../layers/adapters/s3/stored/kept-table.ts';
import { newId, wait as waits } from '../../layers/adapters/system/clock.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import { makeDecoder } from '../../layers/app/decoding/decoder.ts';
import type { ArtifactStore } from '../../layers/app/ports/artifacts.ts';
import type { Decoder } from '../../layers/app/ports/sources/decoder.ts';
import type { DrawnSheet, Measured } from '../../layers/app/ports/sources/engine.ts';
import type { StoredMedia } from '../../layers/app/ports/sources/media-source.ts';
import type { Judged, Stretch } from '../../layers/app/ports/transcript/speech.ts';
import { putSource } from '../../layers/app/sources/put-source.ts';
import { FramesRequest } from '../../layers/domain/frames/frames.ts';
import { planFrames } from '../../layers/domain/frames/frames-plan.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { type Binaries, findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../../layers/media/speech/find-speech.ts';
import { type ClosedFunction, calledFunction } from '../../local/durable/called-function.ts';
import { type ObjectStore, openObjectStore } from '../../local/object-store/server.ts';
import { ffmpeg } from '../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import {
  executionsTable,
  startDurable,
  type TestDurable,
} from '../support/durable/local-backend.ts';
import { type Site, site } from '../support/sites/sites.ts';
import { testAccess } from '../support/tables.ts';
import { processOf, tools } from '../support/tools-of.ts';

const BUCKET = 'artifacts';
const FOLDER = 'orgs/o/videos/v/';
const never = new AbortController().signal;
const POLL_MS = 20;
const access = testAccess();

let dir: string;
/** Where decoders write. */
let scratch: string;
let store: ObjectStore;
let storeSite: Site;
/** What the store keeps back until it is let go of: a source, from a byte of it on. */
let held:
  | { readonly key: string; readonly from: number; readonly letGo: Promise<void> }
  | undefined;
let artifacts: ArtifactStore;
let processes: ClosedFunction;
let backend: TestDurable;
let client: LambdaClient;
let decoder: Decoder;
let binaries: Binaries;

beforeAll(async () => {
  binaries = await findBinaries({});
  dir = await mkdtemp(join(tmpdir(), 'decoder-'));
  scratch = join(dir, 'scratch');
  await mkdir(scratch);
  store = await openObjectStore({ dir: join(dir, 'objects'), ...access });
  store.makeBucket(BUCKET);
  storeSite = await site(async (request, response) => {
    if (held && request.method === 'GET' && request.url?.includes(`${held.key}?`)) {
      const [, last = ''] = /^bytes=\d+-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (Number(last) >= held.from) await held.letGo;
    }
    store.handle(request, response);
  });
  const { credentials } = access;
  const objects = objectClient({ endpoint: storeSite.origin, credentials });
  artifacts = s3Artifacts(objects, BUCKET);
  const handler = new URL('../../functions/durable/decode/handler.ts', import.meta.url);
  processes = calledFunction(decodeNow, handler, {
    standing: 1,
    environment: async () => ({ ALLOW_PRIVATE_SOURCES: '1', TMPDIR: scratch }),
  });
  backend = await startDurable(await executionsTable(), () => [processes]);
  client = new LambdaClient({ ...access, endpoint: backend.server.endpoint });
  decoder = makeDecoder({
    call: lambdaCall(client, decodeNow.name),
    artifacts,
    direct: s3DirectStore(objects, BUCKET),
    mend: keptTables({ client: objects, bucket: BUCKET, newDigest: newSourceDigest }),
    newId,
    wait: waits,
  });
});
afterAll(async () => {
  client.destroy();
  await backend.close();
  processes.close();
  await storeSite.close();
  store.close();
  await rm(dir, { recursive: true });
});

/** A file that is made and stored. */
async function stored(name: string, args: readonly string[], make = quickFfmpeg) {
  const path = join(dir, name);
  await make(...args, path);
  const bytes = await readFile(path);
  const media: StoredMedia = { source_key: FOLDER + name, size_bytes: bytes.length, sha256: null };
  const chunks = async function* () {
    yield bytes;
  };
  await putSource(
    { artifacts, newDigest: newSourceDigest },
    media.source_key,
    chunks(),
    'video/mp4',
  );
  return { path, media };
}

async function toTheEnd(drawing: AsyncGenerator<DrawnSheet, Measured>) {
  const sheets: (Omit<DrawnSheet, 'jpeg'> & { digest: string })[] = [];
  for (;;) {
    const { value, done } = await drawing.next();
    if (done) return { sheets, measured: value };
    const { jpeg, ...sheet } = value;
    sheets.push({ ...sheet, digest: createHash('sha256').update(jpeg).digest('hex') });
  }
}

/** A stored source, as a decoder is told of it. */
const placed = (media: StoredMedia) => ({
  source: { version: undefined, stored: media },
  place: `${FOLDER}drawn/`,
});

const listener = () => {
  const digest = createHash('sha256');
  return {
    write: ({ buffer, byteOffset, byteLength }: Int16Array) =>
      void digest.update(new Uint8Array(buffer, byteOffset, byteLength)),
    heard: () => digest.digest('hex'),
  };
};

const request = (asked: object) => FramesRequest.parse({ upload_id: 'upl_1', ...asked });
const LOUD = ['-f', 'lavfi', '-i', 'testsrc2=s=160x120:d=3', '-f', 'lavfi', '-i', 'sine=d=3'];
let loud: ReturnType<typeof stored> | undefined;

/** Picture and sound, which several tests read. */
function loudClip() {
  loud ??= stored('loud.mp4', [...LOUD, '-preset', 'ultrafast']);
  return loud;
}

/** What a decoder would find; that it does is tested once. */
const probed = (path: string) => ffmpegEngine(binaries).probe(path, never);
/** Which a JPEG of any quality is large with. */
const NOISE = ['-f', 'lavfi', '-i', 'nullsrc=s=1280x720:d=1:r=10,noise=alls=100:allf=t'];

test('a decoder without rights finds, draws, measures and hears what one of this process does', async () => {
  const engine = ffmpegEngine(binaries);
  const { path, media } = await loudClip();
  const probe = await decoder.probe(media, never);
  expect(probe).toEqual(await engine.probe(path, never));
  const plan = planFrames(request({ detail: 'standard', signals: 'full' }), probe);
  const [here, there] = [listener(), listener()];
  const made = await toTheEnd(decoder.draw(placed(media), probe, plan, never, { sound: there }));
  expect(made).toEqual(await toTheEnd(engine.draw(path, probe, plan, never, here)));
  expect(there.heard()).toBe(here.heard());
});

test('what is too much for an answer passes through the store, and does not stay there', async () => {
  const coded = ['-preset', 'ultrafast', '-crf', '10'];
  const { path, media } = await stored('noise.mp4', [...NOISE, ...coded], ffmpeg);
  const probe = await probed(path);
  const plan = planFrames(request({ detail: 'motion' }), probe);
  const drawing = decoder.draw(placed(media), probe, plan, never);
  const first = await drawing.next();
  expect(await artifacts.list(`${FOLDER}drawn/`)).toHaveLength(1);
  const { sheets } = await toTheEnd(drawing);
  expect(first.done).toBe(false);
  expect(sheets).toHaveLength(plan.sheets.length - 1);
  expect(await artifacts.list(`${FOLDER}drawn/`)).toEqual([]);
});

test('a working copy is made there, and passes through the store', async () => {
  const { path, media } = await stored('master.mkv', [
    ...LOUD,
    '-c:v',
    'ffv1',
    '-c:a',
    'pcm_s16le',
  ]);
  const probe = await probed(path);
  const place = `${FOLDER}copy-1-`;
  const made = await decoder.copy({ media, probe }, place, never);
  if ('why' in made) throw new Error(made.why);
  const chunks: Uint8Array[] = [];
  for await (const chunk of made.bytes()) chunks.push(chunk);
  expect(Buffer.concat(chunks)).toHaveLength(made.sizeBytes);
  expect(made.probe.picture).toMatchObject({ codec: 'h264' });
  await made.discard();
  expect(await artifacts.list(place)).toEqual([]);
});

test('a file that is none is refused in the words of the engine', async () => {
  const { path, media } = await stored('words.mp4', [...LOUD, '-vn', '-c:a', 'aac']);
  const key = `${FOLDER}none.mp4`;
  const chunks = async function* () {
    yield (await readFile(path)).subarray(1000);
  };
  await putSource({ artifacts, newDigest: newSourceDigest }, key, chunks(), 'video/mp4');
  const none = { ...media, source_key: key, size_bytes: media.size_bytes - 1000 };
  await expect(decoder.probe(none, never)).rejects.toMatchObject({
    name: 'DomainError',
    type: 'no_video_stream',
  });
});

test('a source that is not what was stored is a fault of ours, and no refusal', async () => {
  const { media } = await loudClip();
  const longer = { ...media, size_bytes: media.size_bytes + 1 };
  await expect(decoder.probe(longer, never)).rejects.toMatchObject({ name: 'SourceFault' });
});

const SPOKEN = `flite=text='The harbour lights are on. Nobody is there.':voice=slt`;

test('a decoder finds what is said in a window as one of this process does', async () => {
  const { path, media } = await stored(
    'said.mp4',
    [
      ...['-f', 'lavfi', '-i', 'testsrc2=s=160x120:d=5', '-f', 'lavfi', '-i', SPOKEN],
      ...['-preset', 'ultrafast', '-shortest'],
    ],
    ffmpeg,
  );
  const probe = await probed(path);
  const heard = async (finding: AsyncGenerator<Stretch, Judged>) => {
    const stretches: Stretch[] = [];
    for (;;) {
      const { value, done } = await finding.next();
      if (done) return { stretches, ...value };
      stretches.push(value);
    }
  };
  const here = ffmpegSpeech(binaries, findVoiceDetector()).find(path, probe, [0, 5], never);
  const made = await heard(decoder.find(placed(media), probe, [0, 5], never));
  expect(made.stretches.length).toBeGreaterThan(0);
  expect(made).toEqual(await heard(here));
});

test('a decoder reads the captions of a file, and says where there are none', async () => {
  const words = join(dir, 'words.srt');
  await writeFile(words, '1\n00:00:01,000 --> 00:00:02,000\nHarbour Lights\n');
  const { media } = await stored('captioned.mkv', [...LOUD, '-i', words, '-preset', 'ultrafast']);
  const asked = { language: 'auto', window: [0, 3] as const };
  const captionsOf = async (of: StoredMedia) => {
    const probe = await decoder.probe(of, never);
    const found = await decoder.captions(placed(of), probe, asked, never);
    return [probe.holdsCaptions, found];
  };
  const segments = [{ start: 1, end: 2, text: 'Harbour Lights' }];
  expect(await captionsOf(media)).toMatchObject([true, { segments }]);
  const bare = await loudClip();
  expect(await captionsOf(bare.media)).toEqual([false, undefined]);
});

test('a file at a link is read where it lies, while it stays what it was', async () => {
  const { path } = await loudClip();
  const bytes = await readFile(path);
  let etag = '"one"';
  const web = await site(({ headers }, response) => {
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const isSame = (headers['if-range'] ?? etag) === etag;
    const part = bytes.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
    if (isSame) response.writeHead(206, { 'content-range': range, etag }).end(part);
    else response.writeHead(200).end(bytes);
  });
  try {
    const address = `${web.origin}/clip.mp4`;
    const opened = await decoder.open({ kind: 'file', address, bytes: bytes.length }, never);
    if (!opened) throw new Error('it is not read where it lies');
    const { probe, remote, version } = opened;
    expect(opened).toMatchObject({ version: `${bytes.length}`, remote: { tag: etag } });
    const plan = planFrames(request({ detail: 'standard' }), probe);
    const there = { source: { version, remote }, place: `${FOLDER}drawn/` };
    const drawn = () => toTheEnd(decoder.draw(there, probe, plan, never));
    const here = ffmpegEngine(binaries).draw(path, probe, plan, never);
    expect(await drawn()).toEqual(await toTheEnd(here));
    etag = '"two"';
    await expect(drawn()).rejects.toMatchObject({ type: 'source_unavailable' });
  } finally {
    await web.close();
  }
});

/** A site that keeps all but the beginning of a file back until it is let go of. */
async function waitingSite(bytes: Buffer, beginning: number) {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const web = await site(async ({ headers }, response) => {
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const part = bytes.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
    response.writeHead(206, { 'content-range': range, etag: '"one"' });
    const left = Math.max(0, beginning - Number(from));
    if (left > 0) response.write(part.subarray(0, left));
    if (part.length > left) await letGo;
    response.end(part.subarray(left));
  });
  return { ...web, letGo: resolve };
}

test('a read that takes its time tells its sheets while they are drawn, and leaves nothing', async () => {
  const film = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=4:d=60', '-preset', 'ultrafast'];
  const { path, media } = await stored('slow.mp4', [...film, '-g', '10', '-movflags', 'faststart']);
  const probe = await probed(path);
  const web = await waitingSite(await readFile(path), media.size_bytes / 2);
  try {
    const address = `${web.origin}/slow.mp4`;
    const remote = { kind: 'file', address, bytes: media.size_bytes, tag: '"one"' } as const;
    const there = {
      source: { version: `${media.size_bytes}`, remote },
      place: `${FOLDER}drawn/`,
    };
    const plan = planFrames(request({ detail: 'standard' }), probe);
    const told: number[] = [];
    const onDrawn = (sheets: number) => {
      told.push(sheets);
      if (sheets > 0) web.letGo();
    };
    const { sheets } = await toTheEnd(decoder.draw(there, probe, plan, never, { onDrawn }));
    expect(told.find((count) => count > 0)).toBeLessThan(sheets.length);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(await artifacts.list(`${FOLDER}drawn/`)).toEqual([]);
  } finally {
    web.letGo();
    await web.close();
  }
});

/** Decoders of this test's processes. */
async function decoders() {
  const found = await tools();
  const above = await Promise.all(found.map(({ parent }) => processOf(parent)));
  return found.filter((_, at) => above[at]?.parent === process.pid);
}

/**
 * The process of the function whose decoder has begun.
 * @throws Error when it ended unseen
 */
async function begun(made: Promise<unknown>): Promise<number> {
  let isMade = false;
  const settled = () => {
    isMade = true;
  };
  made.then(settled, settled);
  while (!isMade) {
    const [decoding] = await decoders();
    if (decoding) return decoding.parent;
    await wait(POLL_MS);
  }
  throw new Error('no decoder was seen');
}

/** Keeps the second half of a source back while something is done. */
async function holding<Done>(media: StoredMedia, work: (letGo: () => void) => Promise<Done>) {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  held = { key: media.source_key, from: media.size_bytes / 2, letGo };
  try {
    return await work(resolve);
  } finally {
    resolve();
    held = undefined;
  }
}

/** What is read by both who do not come to its end. */
let halved: ReturnType<typeof stored> | undefined;

async function reading(signal: AbortSignal) {
  // Several of the blocks in which a source is asked for, so that half of them are read.
  const film = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10:d=4', '-qp', '0'];
  halved ??= stored('halved.mp4', [...film, '-preset', 'ultrafast', '-movflags', 'faststart']);
  const { path, media } = await halved;
  const probe = await probed(path);
  const plan = planFrames(request({ detail: 'standard' }), probe);
  const draw = () => toTheEnd(decoder.draw(placed(media), probe, plan, signal));
  return { path, media, probe, plan, draw };
}

test('a decoder that is killed while it reads is followed by another one', async () => {
  const { path, media, probe, plan, draw } = await reading(never);
  const made = await holding(media, async (letGo) => {
    const drawing = draw();
    process.kill(-(await begun(drawing)), 'SIGKILL');
    letGo();
    return drawing;
  });
  const engine = ffmpegEngine(binaries);
  expect(made).toEqual(await toTheEnd(engine.draw(path, probe, plan, never)));
});

test('a decoder that is killed while it copies leaves nothing of the copy to the next', async () => {
  const film = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2', '-c:v', 'ffv1'];
  const { path, media } = await stored('copied.mkv', film);
  const probe = await probed(path);
  const copy = await holding(media, async (letGo) => {
    const copying = decoder.copy({ media, probe }, `${FOLDER}copy-2-`, never);
    const pid = await begun(copying);
    expect(await readdir(scratch)).not.toEqual([]);
    process.kill(-pid, 'SIGKILL');
    letGo();
    return copying;
  });
  expect(copy).toMatchObject({ sizeBytes: expect.any(Number) });
  if ('discard' in copy) await copy.discard();
  expect(await readdir(scratch)).toEqual([]);
});

test('a read that nobody waits for any more ends its decoder', async () => {
  const stop = new AbortController();
  const { media, draw } = await reading(stop.signal);
  await holding(media, async () => {
    const made = draw();
    const ended = expect(made).rejects.toThrow('not wanted');
    await begun(made);
    stop.abort(new Error('not wanted'));
    await ended;
    while ((await decoders()).length > 0) await wait(POLL_MS);
  });
});
