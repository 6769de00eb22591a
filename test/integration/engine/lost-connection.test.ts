import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packaged from '@ffmpeg-installer/ffmpeg';
import { serveOnLoopback } from '../../../layers/adapters/loopback/serve-bytes.ts';
import { sileroDetector } from '../../../layers/adapters/onnx/voices/silero-detector.ts';
import { newSourceDigest } from '../../../layers/adapters/system/digest.ts';
import type { MediaSource } from '../../../layers/app/ports/sources/media-source.ts';
import { readWhole } from '../../../layers/app/sources/read-whole.ts';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { SourceFault } from '../../../layers/domain/sources/source-fault.ts';
import { embeddedCaptions } from '../../../layers/media/captions/read-captions.ts';
import { makeWorkingCopy } from '../../../layers/media/copy/working-copy.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { type Binaries, findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { cuttingProxy } from '../../support/cutting-proxy.ts';
import { disturbedStore } from '../../support/disturbed-store.ts';
import { fileSource } from '../../support/file-source.ts';
import { storedSources } from '../../support/stored-sources.ts';

const KEY = 'orgs/o/videos/v/upl_1.mp4';
const WINDOW = [0, 12] as const;
const never = new AbortController().signal;
let folder: string;
let file: string;
let size: number;
let store: Awaited<ReturnType<typeof disturbedStore>>;
let line: Awaited<ReturnType<typeof cuttingProxy>>;
let binaries: Binaries;
let source: MediaSource;
let probe: Probe;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lost-connection-'));
  file = join(folder, 'clip.mp4');
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=12,noise=alls=30:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=440:duration=12', '-c:a', 'aac', '-pix_fmt', 'yuv420p'],
    ...['-preset', 'ultrafast', '-b:v', '2M', '-g', '50', '-movflags', '+faststart', file],
  );
  ({ size } = await stat(file));
  store = await disturbedStore();
  await store.put(KEY, await readFile(file));
  line = await cuttingProxy(serveOnLoopback);
  binaries = await findBinaries({});
  probe = await probed(fileSource(file));
});

beforeEach(() => {
  const { client, bucket } = store;
  source = storedSources({ client, bucket, serve: line.serve, newDigest: newSourceDigest }).of({
    source_key: KEY,
    size_bytes: size,
    sha256: null,
  });
});

afterEach(() => {
  source.close();
  line.proxy.cuts.length = 0;
  line.proxy.refuses = false;
});

afterAll(async () => {
  await line.close();
  await store.close();
  await rm(folder, { recursive: true });
});

const probed = (media: MediaSource) =>
  readWhole(media, undefined, never, ffmpegEngine(binaries).probe);

/** All that a read of everything comes to. */
async function drawn(media: MediaSource, tools = binaries) {
  const request = FramesRequest.parse({ url: 'https://a.example/v', detail: 'standard' });
  const plan = planFrames(request, probe);
  return readWhole(media, plan.covered, never, async (input, reading) => {
    const heard = createHash('md5');
    const sound = { write: (samples: Int16Array) => void heard.update(samples) };
    const drawing = ffmpegEngine(tools).draw(input, probe, plan, reading, sound);
    const sheets: string[] = [];
    for (;;) {
      const { value, done } = await drawing.next();
      if (done) return { sheets, heard: heard.digest('hex'), measured: value };
      sheets.push(createHash('md5').update(value.jpeg).digest('hex'));
    }
  });
}

test.each([
  ['the ffmpeg of the machine', {}],
  ['the packaged ffmpeg', { ffmpeg: packaged.path }],
])(
  'by %s a read whose connection breaks again and again is whole, byte for byte',
  async (_, named) => {
    const tools = await findBinaries(named);
    line.proxy.cuts.push(300_000, 400_000, 100_000, 700_000);
    expect(await drawn(source, tools)).toEqual(await drawn(fileSource(file), tools));
    expect(line.proxy.cuts).toEqual([]);
  },
);

test('a probe whose connections break finds the same', async () => {
  line.proxy.cuts.push(20_000, 60_000, 0, 100_000, 30_000);
  expect(await probed(source)).toEqual(probe);
  expect(line.proxy.cuts).toEqual([]);
});

test.each([
  ['a probe', 1000, () => probed(source)],
  ['a read', 500_000, () => drawn(source)],
  [
    'listening',
    500_000,
    () =>
      readWhole(source, WINDOW, never, async (input, reading) => {
        for await (const _ of ffmpegSpeech(binaries, sileroDetector()).find(
          input,
          probe,
          WINDOW,
          reading,
        ));
      }),
  ],
  [
    'reading captions',
    1000,
    () =>
      readWhole(source, undefined, never, (input, reading) =>
        embeddedCaptions(binaries).captions(
          input,
          probe,
          { language: 'auto', window: WINDOW },
          reading,
        ),
      ),
  ],
  [
    'making a working copy',
    500_000,
    () =>
      readWhole(source, undefined, never, (input, reading) =>
        makeWorkingCopy(binaries, { input, bytes: size, probe }, folder, reading),
      ),
  ],
])(
  '%s whose connection cannot be made again is a fault, and says nothing of the file',
  async (_, after, read) => {
    line.proxy.cuts.push(after);
    line.proxy.refuses = true;
    await expect(read()).rejects.toThrow(SourceFault);
  },
);
