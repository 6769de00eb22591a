import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sileroDetector } from '../../../layers/adapters/onnx/voices/silero-detector.ts';
import {
  coverageWithout,
  NO_DAMAGE,
  technicalWithout,
} from '../../../layers/domain/sources/damage.ts';
import { pictureNotes, soundNotes } from '../../../layers/domain/sources/damage-notes.ts';
import { beginningNotes, lengthNotes } from '../../../layers/domain/sources/file-notes.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { asMany } from '../../support/breadth.ts';
import { barcodeClip, readNumber } from '../../support/clips/barcode-clip.ts';
import { drawFile, tilesOf } from '../../support/clips/draw.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('damaged');
const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);
const file = (name: string) => join(folder, name);

const SECONDS = 12;
const sound = ['-f', 'lavfi', '-i', `aevalsrc='0.4*sin(2*PI*t*(300+40*t))':d=${SECONDS}:s=44100`];
const codec = ['-map', '0:v', '-map', '1:a', '-c:v', 'libx264', '-preset', 'ultrafast'];
const options = ['-pix_fmt', 'yuv420p', '-g', '25', '-crf', '12', '-c:a', 'aac', '-b:a', '96k'];
const moov = ['-movflags', '+faststart'];

type Damaging = (bytes: Buffer) => Buffer;
const cut: Damaging = (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6));
/** Less than a second of twelve. */
const cutLate: Damaging = (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.95));
const zero =
  (from: number, to: number): Damaging =>
  (bytes) =>
    bytes.fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * to));
/** Every fortieth byte of a part. */
const spoil: Damaging = (bytes) => {
  for (let i = Math.floor(bytes.length * 0.5); i < bytes.length * 0.58; i += 40) {
    bytes[i] = (bytes[i] ?? 0) ^ 0xa5;
  }
  return bytes;
};

const wholes = new Map<string, Promise<Buffer>>();

/** The bytes of a clip whose frames carry their numbers, made once for each kind. */
async function makeWhole(kind: string): Promise<Buffer> {
  const whole = file(`whole.${kind}`);
  const output = [...codec, ...options, ...(kind === 'mp4' ? moov : []), whole];
  await barcodeClip({ frames: 25 * SECONDS, rate: '25', inputs: sound, output });
  return readFile(whole);
}

/** A clip whose frames carry their numbers, with damaged bytes. */
async function damaged(kind: string, name: string, how: Damaging): Promise<string> {
  const whole = wholes.get(kind) ?? makeWhole(kind);
  wholes.set(kind, whole);
  const broken = file(`${name}.${kind}`);
  await writeFile(broken, how(Buffer.from(await whole)));
  return broken;
}

const probes = new Map<string, Promise<Probe>>();

/** What is found of a file, which several tests look at: learned once, at the first. */
function probed(input: string): Promise<Probe> {
  const known = probes.get(input) ?? engine.probe(input, AbortSignal.timeout(300_000));
  probes.set(input, known);
  return known;
}

/** What a read of a file gives; numbers are read as well on small sheets. */
const draw = async (input: string, question: Record<string, unknown> = { detail: 'overview' }) =>
  drawFile(engine, input, { ...question, sheet_width: 784 }, await probed(input));

const hole = zero(0.45, 0.62);

const KINDS = ['mp4', 'mkv', 'ts'];

test.each(asMany(['mp4'], KINDS))(
  'a %s with a hole shows what is around it and names it',
  async (kind) => {
    const drawn = await draw(await damaged(kind, 'hole', hole));
    const { damage, technical } = drawn.measured;
    const [start, end] = damage.lost[0] ?? [0, 0];
    const tiles = await tilesOf(drawn);

    expect(drawn.probe.duration).toBeCloseTo(SECONDS, 0);
    expect(damage.lost.length).toBeGreaterThan(0);
    expect([start, end]).toEqual([expect.closeTo(5.5, -0.5), expect.closeTo(7.5, -0.5)]);
    expect(end - start).toBeGreaterThan(1.2);
    // A tile that is drawn shows the frame of its second.
    for (const { seconds, grey, width, height } of tiles) {
      const isDoubtful = damage.doubtful.some(([from, to]) => seconds >= from && seconds < to);
      if (!isDoubtful) expect(readNumber(grey, width, height)).toBe(Math.round(seconds * 25));
    }
    const shown = tiles.map(({ seconds }) => seconds);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.filter((at) => at < start).length).toBeGreaterThan(8);
    expect(shown.filter((at) => at >= end).length).toBeGreaterThan(6);
    expect(shown.length).toBeLessThan(drawn.plan.tiles);

    expect(pictureNotes(damage)[0]).toContain(
      `could not be decoded in ${Math.round(start * 1000) / 1000}-`,
    );
    const coverage = coverageWithout(drawn.plan.coverage, damage);
    expect(coverage.is_full_video).toBe(false);
    expect(coverage.gaps.length).toBeGreaterThan(0);
    expect(coverage.covered_seconds).toBeLessThan(SECONDS - 1.2);
    // Nothing stood still there, and nobody was silent.
    expect(technical.freezes.length).toBeGreaterThan(0);
    expect(technicalWithout(technical, damage).freezes).toEqual([]);
    expect(technicalWithout(technical, damage).silence_gaps).toEqual([]);
    expect(soundNotes(damage, [0, SECONDS], SECONDS)[0]).toContain('sound could not be decoded in');
  },
);

describe('of an AVI with a hole, which counts what it holds', () => {
  const before = { detail: 'standard', start: 4, end: 10, fps: 5 };
  const behind = { detail: 'standard', start: 9, end: 10, fps: 5 };

  test('pictures behind it keep their seconds, from wherever they are read', async () => {
    const broken = await damaged('avi', 'hole', hole);
    const drawn = await draw(broken, before);
    const { damage } = drawn.measured;
    expect(drawn.probe).toMatchObject({ byIndex: true, duration: expect.closeTo(SECONDS, 0) });
    expect(damage.lost).toEqual([[expect.closeTo(5.5, -0.5), expect.closeTo(7.5, -0.5)]]);
    const numbers = async (from: typeof drawn) =>
      (await tilesOf(from))
        .filter(({ seconds }) => seconds >= 9)
        .map(({ seconds, grey, width, height }) => [seconds, readNumber(grey, width, height)]);
    const whole = await numbers(await draw(await damaged('avi', 'kept', (bytes) => bytes), behind));
    expect(whole.map(([seconds]) => seconds)).toEqual([9, 9.2, 9.4, 9.6, 9.8]);
    expect(await numbers(drawn)).toEqual(whole);
    expect(await numbers(await draw(broken, behind))).toEqual(whole);
  });

  test('its sound is missing where its pictures are, also for whoever listens alone', async () => {
    const kept = await damaged('avi', 'kept', (bytes) => bytes);
    const whole = file('mp3.avi');
    await quickFfmpeg('-i', kept, '-c:v', 'mpeg4', '-g', '25', '-c:a', 'libmp3lame', whole);
    const broken = file('hole-mp3.avi');
    const bytes = await readFile(whole);
    // Of whole packets: FFmpeg says nothing of zeros in the place of MP3, but of half a packet.
    const packetAt = (share: number) => bytes.indexOf('01wb', Math.floor(bytes.length * share));
    await writeFile(broken, bytes.fill(0, packetAt(0.45), packetAt(0.62)));
    const missing = [[expect.closeTo(5.5, -0.5), expect.closeTo(7.5, -0.5)]];
    expect((await draw(broken, before)).measured.damage.silent).toEqual(missing);
    expect((await listen(broken)).damage.silent).toEqual(missing);
  });

  test('nothing of it is said of one that is whole, or was cut off', async () => {
    const whole = await probed(await damaged('avi', 'kept', (bytes) => bytes));
    expect(whole.byIndex).toBeUndefined();
    expect((await probed(await damaged('avi', 'cut', cut))).byIndex).toBeUndefined();
  });
});

test('a window inside a hole is refused', async () => {
  const broken = await damaged('mkv', 'hole', hole);
  const inside = { detail: 'detail', start: 6, end: 6.8 };
  await expect(draw(broken, inside)).rejects.toMatchObject({ type: 'no_video_stream' });
});

test.each(asMany(['mp4', 'avi'], ['mp4', 'mkv', 'avi']))(
  'a %s that was cut off says how much of it is missing',
  async (kind) => {
    const drawn = await draw(await damaged(kind, 'cut', cut));
    const [first, last] = [drawn.sheets[0]?.frameTimes[0], drawn.sheets.at(-1)?.frameTimes.at(-1)];

    expect(drawn.probe.duration).toBeLessThan(8);
    expect(lengthNotes(drawn.probe)[0]).toMatch(
      /^The file states a length of 12(\.\d+)? s, but only [67]/,
    );
    expect(drawn.measured.damage.lost).toEqual([]);
    expect(first).toBe(0);
    expect(last).toBeGreaterThan(drawn.probe.duration - 1);
  },
);

// What is told of one that lacks more is tried of MP4 and AVI above.
test.each(asMany(['mkv', 'flv'], ['mp4', 'mkv', 'flv']))(
  'a %s that lacks less than a second says so too',
  async (kind) => {
    const whole = await probed(await damaged(kind, 'kept', (bytes) => bytes));
    const late = await probed(await damaged(kind, 'cut-late', cutLate));

    expect(lengthNotes(whole)).toEqual([]);
    expect(late.duration).toBeGreaterThan(11);
    expect(late.duration).toBeLessThan(12);
    expect(lengthNotes(late)[0]).toMatch(
      /^The file states a length of 12(\.\d+)? s, but only 11\.\d+ s/,
    );
  },
);

test('of an AVI the last half of a second that is missing is told of too', async () => {
  const whole = file('stills.avi');
  const output = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', whole];
  await barcodeClip({ frames: 25 * SECONDS, rate: '25', output });
  expect(lengthNotes(await probed(whole))).toEqual([]);
  await writeFile(file('stills-cut.avi'), cutLate(await readFile(whole)));
  expect(lengthNotes(await probed(file('stills-cut.avi')))).toEqual([
    expect.stringMatching(/^The file states a length of 12 s, but only 11\.\d+ s/),
  ]);
});

test.each([
  ['mkv', ['-live', '1']],
  ['flv', ['-flvflags', 'no_duration_filesize']],
  ['ogg', ['-vn', '-c:a', 'flac']],
])('a %s that states no length says that it was cut off, where it was', async (kind, how) => {
  const live = file(`live.${kind}`);
  const kept = await damaged('mkv', 'kept', (bytes) => bytes);
  await quickFfmpeg('-i', kept, '-c', 'copy', ...how, live);
  expect(lengthNotes(await probed(live))).toEqual([]);
  await writeFile(file(`broken-off.${kind}`), cut(await readFile(live)));
  const broken = await probed(file(`broken-off.${kind}`));
  expect(broken.duration).toBeLessThan(8);
  expect(lengthNotes(broken)).toEqual([expect.stringMatching(/^The file ends .* at [67]\.\d+ s,/)]);
});

test('an mp4 whose fragments end early, or cannot be read on, says that the rest is not there', async () => {
  const kept = await damaged('mp4', 'kept', (bytes) => bytes);
  const fragments = file('fragments.mp4');
  const flags = '+empty_moov+frag_keyframe+default_base_moof';
  await quickFfmpeg('-i', kept, '-c', 'copy', '-movflags', flags, fragments);
  const whole = await readFile(fragments);
  expect(lengthNotes(await probed(fragments))).toEqual([]);
  // Within the sound of the fragment before the last one, all of whose pictures are there.
  await writeFile(file('torn.mp4'), whole.subarray(0, whole.lastIndexOf('moof') - 64));
  expect(lengthNotes(await probed(file('torn.mp4')))).toEqual([
    expect.stringMatching(/^The file ends .* it was cut off/),
  ]);
  const hole = Buffer.from(whole);
  const at = whole.indexOf('moof', whole.length / 2) - 2000;
  for (const [name, bytes] of [
    ['zeros', hole.fill(0, at, at + 4000)],
    ['gone', Buffer.concat([whole.subarray(0, at), whole.subarray(at + 4000)])],
  ] as const) {
    await writeFile(file(`${name}.mp4`), bytes);
    const drawn = await draw(file(`${name}.mp4`));
    expect(drawn.probe.duration).toBeLessThan(8);
    expect(drawn.plan.coverage.is_full_video).toBe(false);
    const rest = `The last ${drawn.probe.unread} of its bytes are not in this answer.`;
    expect(lengthNotes(drawn.probe)).toEqual([expect.stringContaining(rest)]);
    expect(drawn.probe.unread).toBeGreaterThan(bytes.length / 4);
  }
});

test('a WMV that was cut off says that it may be, and so does its sound alone', async () => {
  const whole = file('whole.wmv');
  const wmv = ['-map', '0:v', '-map', '1:a', '-c:v', 'wmv2', '-c:a', 'wmav2', whole];
  await barcodeClip({ frames: 25 * SECONDS, rate: '25', inputs: sound, output: wmv });
  expect(lengthNotes(await probed(whole))).toEqual([]);
  await writeFile(file('cut.wmv'), cut(await readFile(whole)));
  expect(lengthNotes(await probed(file('cut.wmv')))).toEqual([
    expect.stringMatching(
      /^The file states a length that .* ends at [67]\.\d+ s: it was cut off, or/,
    ),
  ]);
});

test('a transport stream that was cut off is read as far as it goes', async () => {
  const drawn = await draw(await damaged('ts', 'cut', cut));
  expect(drawn.probe.duration).toBeLessThan(8);
  expect(drawn.sheets.at(-1)?.frameTimes.at(-1)).toBeGreaterThan(drawn.probe.duration - 1);
});

test.each(asMany(['mkv'], KINDS))(
  'a %s with wrong bytes in the middle says where pictures may be wrong',
  async (kind) => {
    const drawn = await draw(await damaged(kind, 'spoilt', spoil));
    const { damage } = drawn.measured;
    const harmed = [...damage.lost, ...damage.doubtful].sort((a, b) => a[0] - b[0]);

    expect(harmed.length).toBeGreaterThan(0);
    expect(harmed[0]?.[0]).toBeGreaterThan(4.5);
    expect(harmed.at(-1)?.[1]).toBeLessThan(10);
    expect(drawn.probe.duration).toBeCloseTo(SECONDS, 0);
    for (const { seconds, grey, width, height } of await tilesOf(drawn)) {
      const isHarmed = harmed.some(([from, to]) => seconds >= from && seconds < to);
      if (!isHarmed) expect(readNumber(grey, width, height)).toBe(Math.round(seconds * 25));
    }
  },
);

test('a picture that cannot be decoded up to its end is not shown with an older one', async () => {
  const drawn = await draw(await damaged('mp4', 'end', zero(0.7, 1)));
  const last = drawn.sheets.at(-1)?.frameTimes.at(-1) ?? 0;
  const [start, end] = drawn.measured.damage.lost.at(-1) ?? [0, 0];

  expect(end).toBeCloseTo(drawn.probe.duration, 1);
  expect(last).toBeLessThan(start);
  expect(start).toBeLessThan(10);
  expect(technicalWithout(drawn.measured.technical, drawn.measured.damage).freezes).toEqual([]);
});

test('sound before the first frame is told of', async () => {
  const late = file('late-picture.mkv');
  const lag = ['-itsoffset', '-2', ...sound];
  await barcodeClip({ frames: 50, rate: '25', inputs: lag, output: [...codec, ...options, late] });
  const whole = await damaged('mkv', 'kept', (bytes) => bytes);

  const notes = beginningNotes(await probed(late));
  expect(notes[0]).toMatch(/^The sound begins (2|2\.0\d+|1\.9\d+) s before the first frame/);
  expect(beginningNotes(await probed(whole))).toEqual([]);
});

test('sound before the first frame is not told of where it is of a track that nobody hears', async () => {
  const second = file('second-is-early.mkv');
  const early = ['-itsoffset', '-2', ...sound];
  const tracks = ['-map', '0:v', '-map', '1:a', '-map', '2:a', '-disposition:a:0', 'default'];
  await barcodeClip({
    frames: 50,
    rate: '25',
    inputs: [...sound, ...early],
    output: [...codec.slice(4), ...tracks, ...options, second],
  });
  const found = await probed(second);
  expect(found.audio).toHaveLength(2);
  expect(beginningNotes(found)).toEqual([]);
});

test('a film that holds one picture for long has no hole', async () => {
  const held = file('held.mkv');
  await barcodeClip({
    frames: 200,
    rate: '25',
    filters: "select='lt(n,50)+gt(n,150)'",
    output: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', held],
  });
  const drawn = await draw(held);

  expect(drawn.measured.damage).toEqual(NO_DAMAGE);
  expect(drawn.measured.technical.freezes).toHaveLength(1);
  expect(drawn.sheets.flatMap(({ frameTimes }) => frameTimes)).toHaveLength(drawn.plan.tiles);
});

test('a hole begins where its pictures are missing, also where one is held for long elsewhere', async () => {
  const lost = async (name: string, filters: string) => {
    const broken = file(name);
    const each = ['-g', '1', '-qp', '20', '-pix_fmt', 'yuv420p'];
    const output = ['-c:v', 'libx264', '-preset', 'ultrafast', ...each, broken];
    await barcodeClip({ frames: 150, rate: '25', filters, output });
    // The index is behind the pictures, which are the same bytes at the same place in both.
    await writeFile(broken, (await readFile(broken)).fill(0, 30_000, 40_000));
    const drawn = await draw(broken, { detail: 'standard', end: 5 });
    return drawn.measured.damage.lost;
  };
  const steady = await lost('hole-steady.mp4', 'null');
  expect(steady).toHaveLength(1);
  const held = await lost('hole-beside-hold.mp4', "setpts='PTS+gte(N,130)*100/TB'");
  expect(held.flat().map((s) => s.toFixed(6))).toEqual(steady.flat().map((s) => s.toFixed(6)));
});

async function listen(input: string, window?: readonly [number, number]) {
  const signal = AbortSignal.timeout(300_000);
  const probe = await probed(input);
  const finding = ffmpegSpeech(binaries, sileroDetector()).find(
    input,
    probe,
    window ?? [0, probe.duration],
    signal,
  );
  for (;;) {
    const { value, done } = await finding.next();
    if (done) return value;
  }
}

describe('sound that is listened to alone', () => {
  test('says how much of it is missing where its MP3 was cut off', async () => {
    const whole = file('whole.mp3');
    await quickFfmpeg(...sound, '-c:a', 'libmp3lame', whole);
    expect(lengthNotes(await probed(whole))).toEqual([]);
    await writeFile(file('cut.mp3'), cut(await readFile(whole)));
    expect(lengthNotes(await probed(file('cut.mp3')))).toEqual([
      expect.stringMatching(/^The file states a length of 12(\.0\d+)? s, but only 7\.\d+ s/),
    ]);
  });

  test.each([
    ['pcm_s16le', /^The file states a length that .* ends at 7\.\d+ s: it was cut off, or/],
    ['adpcm_ima_wav', /^The file states a length of 12(\.0\d+)? s, but only 7\.\d+ s/],
  ])('says so where its WAV of %s was', async (kind, note) => {
    const whole = file(`${kind}.wav`);
    await quickFfmpeg(...sound, '-c:a', kind, whole);
    expect(lengthNotes(await probed(whole))).toEqual([]);
    // A sample of which half is missing, too.
    await writeFile(file(`${kind}-cut.wav`), cut(await readFile(whole)).subarray(0, -1));
    expect(lengthNotes(await probed(file(`${kind}-cut.wav`)))).toEqual([
      expect.stringMatching(note),
    ]);
  });

  test.each(['pcm_s16le', 'libmp3lame'])('is as long as its AVI of %s has it', async (kind) => {
    const whole = file(`${kind}.avi`);
    await quickFfmpeg(...sound, '-c:a', kind, whole);
    const probe = await probed(whole);
    // An MP3 begins with what its encoder puts before the sound.
    expect([probe.duration, lengthNotes(probe)]).toEqual([
      kind === 'pcm_s16le' ? SECONDS : expect.closeTo(SECONDS, 1),
      [],
    ]);
    await writeFile(file(`${kind}-cut.avi`), cut(await readFile(whole)));
    expect(lengthNotes(await probed(file(`${kind}-cut.avi`)))).toEqual([
      expect.stringMatching(/^The file states a length of 12(\.0\d+)? s, but only 7\.\d+ s/),
    ]);
  });

  test('has its hole named', async () => {
    const { damage } = await listen(await damaged('mp4', 'hole', hole));
    expect(damage.silent).toHaveLength(1);
    expect(soundNotes(damage, [0, SECONDS], SECONDS)).toEqual([
      expect.stringMatching(/could not be decoded in [45]\.\d+-[678]/),
    ]);
  });

  test('ends where its clock leaps far beyond all that its file has', async () => {
    const broken = await damaged('avi', 'leaps', (bytes) => {
      const index = bytes.lastIndexOf('idx1');
      // A packet of sound in the middle of the index: where it lies, and how many bytes it has.
      const packet = bytes.indexOf('01wb', index + (bytes.length - index) / 2);
      bytes.writeUInt32LE(0x4700_0000, packet + 12);
      return bytes;
    });
    expect((await probed(broken)).duration).toBeCloseTo(SECONDS, 0);
    const { damage } = await listen(broken);
    expect(damage.silent).toEqual([[expect.closeTo(6, 0), expect.closeTo(SECONDS, 0)]]);
  });

  test('is refused where none of it can be decoded', async () => {
    const broken = await damaged('mp4', 'end', zero(0.7, 1));
    await expect(listen(broken, [10, 11.5])).rejects.toMatchObject({ type: 'no_video_stream' });
  });

  test('that ends before the picture says where', async () => {
    const short = file('short-sound.mp4');
    const tone = ['-f', 'lavfi', '-i', 'sine=440:d=3'];
    await barcodeClip({
      frames: 150,
      rate: '25',
      inputs: tone,
      output: [...codec, ...options, short],
    });
    const { damage } = await listen(short);
    expect(damage.silent).toEqual([]);
    expect(damage.soundEnds).toBeCloseTo(3, 1);

    const { measured } = await draw(short);
    expect(measured.damage).toMatchObject({ lost: [], silent: [], pictureEnds: null });
    expect(soundNotes(measured.damage, [0, 6], 6)).toEqual([
      expect.stringMatching(/^The sound ends at [23]/),
    ]);

    const behind = await listen(short, [4, 6]);
    expect(soundNotes(behind.damage, [4, 6], 6)).toEqual([
      'There is no sound in this window: it ends before, or begins later.',
    ]);
    expect(soundNotes(measured.damage, [0, 5], 6)).toEqual([
      expect.stringMatching(/^There is no sound behind [23].* ends there, or goes on later/),
    ]);
    expect(behind.speech.reason).toBe('No sound was heard in this window.');
  });
});

test('sound that runs on after the picture is told of, and tiles show its last frame', async () => {
  const long = file('long-sound.mp4');
  await barcodeClip({
    frames: 100,
    rate: '25',
    inputs: sound,
    output: [...codec, ...options, long],
  });
  const { measured, plan, sheets } = await draw(long);
  expect(measured.damage).toMatchObject({ lost: [], doubtful: [], silent: [] });
  expect(pictureNotes(measured.damage)).toEqual([
    expect.stringContaining('The picture ends at 4 s'),
  ]);
  expect(sheets.flatMap(({ frameTimes }) => frameTimes)).toHaveLength(plan.tiles);
});
