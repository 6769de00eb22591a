import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { asMany } from '../../support/breadth.ts';
import { barcodeClip, readNumber } from '../../support/clips/barcode-clip.ts';
import { drawFile, tilesOf } from '../../support/clips/draw.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { ffprobe } from '../../support/clips/ffprobe.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('ends');

const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);
/** Holds whatever is heard to be a voice. */
const anything = ffmpegSpeech(binaries, undefined);
const file = (name: string) => join(folder, name);
const run = promisify(execFile);
const sine = (seconds: number) => ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`];
const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
const both = ['-map', '0:v', '-map', '1:a'];
const alone = { qa: false, signals: 'off' };

describe('sound that runs on after the picture', () => {
  const name = 'sound-runs-on.mp4';
  let probe: Probe;
  beforeAll(async () => {
    await barcodeClip({
      frames: 100,
      rate: '25',
      inputs: sine(6),
      output: [...both, ...codec, file(name)],
    });
    probe = await engine.probe(file(name), AbortSignal.timeout(300_000));
  });

  const whole = { detail: 'overview' };
  const window = { detail: 'detail', start: 4.5, end: 5.5 };
  const READS: readonly (readonly [string, object])[] = [
    ['with detectors and signals', { ...whole, qa: true, signals: 'full' }],
    ['in a window behind the last frame', window],
    ['over the whole', whole],
    ['in such a window, with signals', { ...window, qa: true }],
  ];
  test.each(asMany(READS.slice(0, 2), READS))(
    'is shown with the last frame of all, %s',
    async (_, question) => {
      const drawn = await drawFile(engine, file(name), { ...alone, ...question }, probe);
      const tiles = await tilesOf(drawn);
      const behind = tiles.filter((_, k) => {
        const [rate, per] = drawn.plan.rate;
        return drawn.plan.covered[0] + (k * per) / rate >= 4;
      });

      expect(drawn.probe.duration).toBeCloseTo(6, 1);
      expect(behind.length).toBeGreaterThan(3);
      expect(new Set(behind.map((t) => readNumber(t.grey, t.width, t.height)))).toEqual(
        new Set([99]),
      );
      expect(new Set(behind.map(({ seconds }) => seconds))).toEqual(new Set([3.96]));
    },
  );
});

test.each(asMany(['ts', 'mpg'], ['mkv', 'ts', 'mpg']))(
  'a window far behind the last frame is read with its sound: %s',
  async (kind) => {
    const long = file(`long-sound.${kind}`);
    const tone = "aevalsrc='0.4*sin(2*PI*440*t)*lt(t,35)':d=40";
    const inputs = ['-f', 'lavfi', '-i', tone];
    const coded = kind === 'mpg' ? ['-c:v', 'mpeg2video', '-q:v', '3', '-c:a', 'mp2'] : codec;
    await barcodeClip({ frames: 100, rate: '25', inputs, output: [...both, ...coded, long] });
    const asked = { detail: 'detail', start: 30, end: 40, signals: 'off' };
    const drawn = await drawFile(engine, long, asked);
    const tiles = await tilesOf(drawn);
    const shown = new Set(tiles.map((t) => readNumber(t.grey, t.width, t.height)));
    expect([tiles.length, ...shown]).toEqual([50, 99]);
    const silences = drawn.measured.technical.silence_gaps.map(({ start, end }) => [start, end]);
    expect(silences).toEqual([[expect.closeTo(35, 1), expect.closeTo(40, 1)]]);
  },
);

test.each(asMany(['ts'], ['mkv', 'ts', 'mp4']))(
  'a start far from zero adds nothing to the length: %s',
  async (kind) => {
    const late = file(`late.${kind}`);
    const offset = ['-output_ts_offset', '20'];
    await barcodeClip({
      frames: 50,
      rate: '25',
      inputs: sine(2),
      output: [...both, ...codec, ...offset, late],
    });

    expect((await engine.probe(late, AbortSignal.timeout(300_000))).duration).toBeCloseTo(2, 1);
  },
);

test('sound that runs on is part of an AVI, whose header tells only how long its picture is', async () => {
  const clip = file('runs-on.avi');
  const output = [...both, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le', clip];
  await barcodeClip({ frames: 50, rate: '25', inputs: sine(20), output });
  const drawn = await drawFile(engine, clip, { detail: 'detail', start: 18, signals: 'off' });
  expect(drawn.probe.duration).toBeCloseTo(20, 1);
  const tiles = await tilesOf(drawn);
  expect(new Set(tiles.map((t) => readNumber(t.grey, t.width, t.height)))).toEqual(new Set([49]));
  expect(drawn.measured.technical.silence_gaps).toEqual([]);
});

describe('an AVI that times none of its pictures, as of H.264 stored out of order', () => {
  const clip = file('out-of-order.avi');
  const whole = { ...alone, detail: 'standard', signals: 'basic' };
  beforeAll(async () => {
    const pictures = [...codec.slice(0, 6), '-bf', '2', '-g', '25'];
    const output = [...both, ...pictures, '-c:a', 'pcm_s16le', clip];
    await barcodeClip({ frames: 100, rate: '25', inputs: sine(7), output });
  });

  test('says where its picture ends, when its sound runs on', async () => {
    const { probe, measured, sheets } = await drawFile(engine, clip, whole);
    // The decoder is late by two frames, and the sound is not.
    expect(probe.duration).toBeCloseTo(7, 2);
    expect(probe.picture).toMatchObject({
      end: expect.closeTo(4, 3),
      lastAt: expect.closeTo(3.96),
    });
    expect(measured.damage.pictureEnds).toBeCloseTo(4, 3);
    expect(sheets.at(-1)?.frameTimes.at(-1)).toBe(3.96);
  });

  test('is as long as what is left of it, whatever the header of one that was cut off says', async () => {
    const cut = file('cut-off.avi');
    const bytes = await readFile(clip);
    await writeFile(cut, bytes.subarray(0, bytes.length / 2));
    const { probe, plan, sheets } = await drawFile(engine, cut, whole);
    const last = sheets.at(-1)?.frameTimes.at(-1) ?? 0;
    expect(probe.picture?.end).toBeGreaterThan(last);
    expect(probe.picture?.end).toBeLessThan(last + 0.3);
    expect(plan.covered[1]).toBe(probe.duration);
    expect(probe.duration).toBeLessThan(4);
  });
});

test('a WAV whose header states a wrong rate of bytes is as long, and heard where, as it sounds', async () => {
  const path = file('adpcm.wav');
  const noise = 'anoisesrc=d=40:r=48000:a=0.3,volume=0:enable=not(between(t\\,30\\,32))';
  await quickFfmpeg('-f', 'lavfi', '-i', noise, '-c:a', 'adpcm_ms', path);
  const signal = AbortSignal.timeout(300_000);
  const found = await engine.probe(path, signal);
  expect(found.duration).toBeCloseTo(40, 1);
  const finding = anything.find(path, found, [27, 35], signal);
  expect(await finding.next()).toMatchObject({ value: { start: expect.closeTo(30, 0) } });
});

test('nor does it to sound alone', async () => {
  const late = file('late.mka');
  await barcodeClip({
    frames: 1,
    rate: '25',
    inputs: sine(2),
    output: ['-map', '1:a', '-c:a', 'aac', '-output_ts_offset', '20', late],
  });

  expect((await engine.probe(late, AbortSignal.timeout(300_000))).duration).toBeCloseTo(2, 1);
});

/** Sound alone, of files that do not tell its length. */
const UNTOLD: Record<string, readonly string[]> = {
  'sound.aac': ['-c:a', 'aac', '-b:a', '128k'],
  'sound.mp3': ['-c:a', 'libmp3lame', '-q:a', '2', '-write_xing', '0'],
  'recorder.webm': ['-c:a', 'libopus', '-live', '1'],
  'streamed.flac': ['-c:a', 'flac'],
};

test.each(asMany(['sound.aac', 'recorder.webm'], Object.keys(UNTOLD)))(
  'sound alone that does not tell its length is as long as it is: %s',
  async (name) => {
    // Its first seconds take more bits than the others.
    const noise = ['-f', 'lavfi', '-i', 'aevalsrc=(random(0)-0.5)*lt(t\\,2):s=48000:d=30'];
    const format = name.split('.').at(-1) === 'aac' ? 'adts' : (name.split('.').at(-1) ?? '');
    // What is written to a pipe can say nothing of its end in its beginning.
    const piped = ['-f', format, 'pipe:1'];
    const { stdout } = await run(
      'ffmpeg',
      ['-v', 'error', ...noise, ...(UNTOLD[name] ?? []), ...piped],
      {
        encoding: 'buffer',
        maxBuffer: 16_000_000,
      },
    );
    await writeFile(file(name), stdout);
    const { duration } = await engine.probe(file(name), AbortSignal.timeout(300_000));
    expect(duration).toBeCloseTo(30, 0);
  },
);

test('a window of a transport stream that a seek misses is read from farther back', async () => {
  const sparse = file('sparse.ts');
  await barcodeClip({
    frames: 500,
    rate: '25',
    size: [640, 360],
    inputs: sine(20),
    output: [...both, ...codec, '-g', '50', sparse],
  });
  const drawn = await drawFile(engine, sparse, { detail: 'detail', start: 10.6, end: 11.4 });
  const tiles = await tilesOf(drawn);
  expect(tiles.map((t) => readNumber(t.grey, t.width, t.height))).toEqual([265, 270, 275, 280]);
});

test('a last frame whose length nothing tells is shown as long as any other', async () => {
  const untold = file('untold.ts');
  // A clock of 1/90000 s in the stream itself says nothing about how long a frame is.
  await barcodeClip({
    frames: 100,
    rate: '25',
    filters: 'settb=1/90000,setpts=PTS+450000',
    output: [...codec, '-enc_time_base', '1/90000', untold],
  });
  const drawn = await drawFile(engine, untold, { ...alone, detail: 'fine', start: 3.5, end: 4 });
  const tiles = await tilesOf(drawn);

  expect(drawn.probe.duration).toBeCloseTo(4, 6);
  expect(tiles.map((t) => readNumber(t.grey, t.width, t.height))).toEqual([87, 90, 92, 95, 97]);
});

test('a WebM whose sound begins before zero, as Opus does, is as long as its pictures', async () => {
  const talk = file('talk.webm');
  const drawn = ['-f', 'lavfi', '-i', 'testsrc=s=160x90:r=25:d=2'];
  const heard = ['-f', 'lavfi', '-i', 'sine=d=1.9', '-c:a', 'libopus'];
  await ffmpeg(...drawn, ...heard, '-c:v', 'libvpx', '-deadline', 'realtime', talk);
  expect((await engine.probe(talk, AbortSignal.timeout(300_000))).duration).toBeCloseTo(2, 3);
});

test.each([
  ['an MP4 whose pictures are stored out of order', 'slides.mp4', []],
  ['a Matroska', 'slides.mkv', []],
  ['an FLV', 'slides.flv', ['-bf', '0']],
])(
  '%s says itself when a slide at its end is over, not the mean of all',
  async (_, name, order) => {
    const slides = file(name);
    const { passthrough } = await findBinaries({});
    const held = 'settb=1/1000,setpts=N*5000';
    const drawn = ['-f', 'lavfi', '-i', `testsrc=s=160x90:r=25:d=0.28,${held}`];
    const coded = ['-enc_time_base', '1/1000', ...codec, '-preset', 'veryfast', ...order];
    await ffmpeg(...drawn, ...passthrough, ...coded, slides);
    const { duration } = await engine.probe(slides, AbortSignal.timeout(300_000));
    expect(duration).toBeCloseTo((await ffprobe(slides)).seconds, 3);
  },
);

test.each([
  [
    'AVI with frames stored out of order',
    'b-frames.avi',
    ['-c:v', 'mpeg4', '-q:v', '2', '-bf', '2'],
  ],
  [
    'a program stream with several frames to a packet',
    'short-frames.vob',
    ['-c:v', 'mpeg2video', '-b:v', '100k', '-bf', '2', '-g', '15', '-pix_fmt', 'yuv420p'],
  ],
  [
    'one whose keyframes lie far before its end',
    'one-group.vob',
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '9999', '-pix_fmt', 'yuv420p'],
  ],
])('a last frame without a time is shown as well: %s', async (_, name, output) => {
  await barcodeClip({ frames: 101, rate: '25', output: [...output, file(name)] });
  const drawn = await drawFile(engine, file(name), { ...alone, detail: 'single', start: 4.02 });
  const tiles = await tilesOf(drawn);

  expect(drawn.probe.duration).toBeCloseTo(4.04, 6);
  expect(tiles.map((t) => [t.seconds, readNumber(t.grey, t.width, t.height)])).toEqual([[4, 100]]);
});

test('a window within the last frame is read, though no keyframe is shown before it', async () => {
  const [whole, trimmed] = [file('untrimmed.mp4'), file('trimmed.mp4')];
  await barcodeClip({ frames: 50, rate: '25', output: [...codec, whole] });
  // What an edit list leaves of a group of pictures begins in its middle.
  await quickFfmpeg('-ss', '0.6', '-i', whole, '-c', 'copy', trimmed);
  const drawn = await drawFile(engine, trimmed, { ...alone, detail: 'single', start: 1.39 });
  const tiles = await tilesOf(drawn);
  expect(tiles.map((t) => readNumber(t.grey, t.width, t.height))).toEqual([49]);
});

test('the first picture of an AVI is known though its sound begins long before', async () => {
  await barcodeClip({ frames: 60, rate: '25', output: [...codec, '-bf', '2', file('late.mp4')] });
  const sound = ['-f', 'lavfi', '-i', 'sine=d=6', '-c:v', 'copy', '-c:a', 'mp2'];
  await quickFfmpeg('-itsoffset', '3', '-i', file('late.mp4'), ...sound, file('late.avi'));
  const drawn = await drawFile(engine, file('late.avi'), { detail: 'standard', end: 2, ...alone });
  const shown = (await tilesOf(drawn)).map((t) => readNumber(t.grey, t.width, t.height));
  expect(shown).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45]);
  // It is stored two frames before it is due, and AVI knows no other time than that of its place.
  expect(drawn.probe.soundBefore).toBeCloseTo(2.92, 2);
});

test('an AVI none of whose pictures has a time is refused for that, with what mends it', async () => {
  const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', file('two.avi')];
  await barcodeClip({ frames: 2, rate: '25', output });
  await expect(engine.probe(file('two.avi'), AbortSignal.timeout(60_000))).rejects.toMatchObject({
    type: 'no_video_stream',
    message: expect.stringContaining('none of its pictures has a time; encode it anew'),
  });
});

test('a file whose first pictures come before its zero is refused for that, with what mends it', async () => {
  const [whole, early, mended] = [file('whole.mkv'), file('early.mkv'), file('mended.mkv')];
  await barcodeClip({ frames: 50, rate: '25', output: [...codec, whole] });
  const before = ['-itsoffset', '-1', '-i', whole, '-c', 'copy', '-avoid_negative_ts', 'disabled'];
  await quickFfmpeg(...before, early);
  const signal = AbortSignal.timeout(300_000);
  await expect(engine.probe(early, signal)).rejects.toMatchObject({
    type: 'no_video_stream',
    message: expect.stringContaining('`ffmpeg -i FILE -c copy FIXED.mkv`'),
  });
  await quickFfmpeg('-i', early, '-c', 'copy', mended);
  await expect(engine.probe(mended, signal)).resolves.toMatchObject({ origin: 0 });
});

test.each([
  ['a frame every ten seconds', { frames: 12, rate: '1/10' }, 110, 120],
  [
    'one after a hold of fifteen',
    { frames: 80, rate: '5', filters: "select='lt(n,3)+eq(n,79)'" },
    15.8,
    16,
  ],
])(
  'a last frame that is stored before those shown before it is part of the video, %s',
  async (name, clip, lastAt, end) => {
    const slow = file(`${name}.mkv`);
    const coded = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-bf', '3', '-b_strategy', '0'];
    await barcodeClip({ ...clip, output: [...coded, slow] });
    const { probe, sheets } = await drawFile(engine, slow, alone);

    expect(probe).toMatchObject({ duration: end, picture: { lastAt } });
    expect(probe).not.toHaveProperty('stated');
    expect(sheets.at(-1)?.frameTimes.at(-1)).toBe(lastAt);
  },
);
