import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import { coverageWithout } from '../../../layers/domain/sources/damage.ts';
import { pictureNotes, soundNotes } from '../../../layers/domain/sources/damage-notes.ts';
import { lengthNotes } from '../../../layers/domain/sources/file-notes.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { CLOCK_SECONDS } from '../../../layers/media/probe/later-places.ts';
import { probe } from '../../../layers/media/probe/probe.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { asMany } from '../../support/breadth.ts';
import { drawFile, tilesOf } from '../../support/clips/draw.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('restarted-clock');
const file = (name: string) => join(folder, name);
const binaries = await findBinaries({});
const { signal } = new AbortController();

const SECONDS = 4;
const PACKET_BYTES = 188;
/** As ffmpeg numbers the first stream of a transport stream. */
const PICTURE_PID = 0x100;
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=${SECONDS}`];
const SOUND = ['-f', 'lavfi', '-i', `sine=d=${SECONDS}`];
const CODECS = ['-preset', 'ultrafast', '-g', '25', '-c:a', 'aac'];
const plain = file('plain.mp4');
beforeAll(() => quickFfmpeg(...PICTURE, ...SOUND, ...CODECS, plain));

const made = new Map<number, Promise<void>>();

/** A transport stream whose clock begins at a second. */
async function startingAt(second: number): Promise<Buffer> {
  const path = file(`${second}.ts`);
  const copied = ['-i', plain, '-c', 'copy', '-output_ts_offset', `${second}`];
  const making = made.get(second) ?? quickFfmpeg(...copied, path);
  made.set(second, making);
  await making;
  return readFile(path);
}

/** What is learned of transport streams that lie one behind the other in a file. */
async function probed(...starts: number[]) {
  const parts: Buffer[] = [];
  for (const start of starts) parts.push(await startingAt(start));
  await writeFile(file('joined.ts'), Buffer.concat(parts));
  return probe(binaries, file('joined.ts'), signal);
}

test('of a stream whose clock begins again it is said that not all of it is read', async () => {
  const found = await probed(0, 0);
  expect(found.duration).toBeCloseTo(SECONDS, 1);
  expect(lengthNotes(found)).toEqual([expect.stringContaining('clock of the file begins again')]);
  const { coverage } = planFrames(FramesRequest.parse({ url: 'a.ts' }), found);
  expect(coverage).toMatchObject({ is_full_video: false, gaps: [] });
});

/** A transport stream of one shade and a tone, whose clock begins at a second. */
async function shaded(shade: string, seconds: number, at = 0): Promise<Buffer> {
  const path = file(`${shade}.ts`);
  const picture = ['-f', 'lavfi', '-i', `color=${shade}:s=64x36:r=5:d=${seconds}`];
  const tone = ['-f', 'lavfi', '-i', `sine=d=${seconds}`];
  const codecs = ['-preset', 'ultrafast', '-g', '5', '-c:a', 'mp2'];
  await quickFfmpeg(...picture, ...tone, ...codecs, '-output_ts_offset', `${at}`, path);
  return readFile(path);
}

test('its first part is read up to its end, also by windows and where the other is shorter', async () => {
  const path = file('shades.ts');
  await writeFile(path, Buffer.concat([await shaded('white', 100), await shaded('black', 40)]));
  const engine = ffmpegEngine(binaries);
  const found = await engine.probe(path, signal);
  expect(found.duration).toBeCloseTo(100, 0);
  for (const start of asMany([35], [5, 15, 25, 35, 90])) {
    const window = { start, end: start + 1, detail: 'standard' };
    const tiles = await tilesOf(await drawFile(engine, path, window, found));
    expect(Math.min(...tiles.map(({ grey }) => grey.at(-1) ?? 0))).toBeGreaterThan(200);
  }
});

test.each([0, 8])(
  'nothing is told of what comes again, behind a part that begins at %s s',
  async (at) => {
    const path = file(`again-${at}.ts`);
    const parts = [await shaded('white', 8, at), await shaded('black', 7.6)];
    await writeFile(path, Buffer.concat(parts));
    const { measured } = await drawFile(ffmpegEngine(binaries), path, { detail: 'standard' });
    expect(measured.technical).toMatchObject({ scene_cuts: [], blacks: [] });
    expect(measured.damage).toMatchObject({ lost: [], resized: [] });
  },
);

test('so it is of a program stream', async () => {
  const path = file('part.mpg');
  await quickFfmpeg('-i', plain, '-c:v', 'mpeg2video', '-q:v', '2', '-c:a', 'mp2', path);
  const part = await readFile(path);
  const whole = await probe(binaries, path, signal);
  expect(lengthNotes(whole)).toEqual([]);
  await writeFile(path, Buffer.concat([part, part]));
  const found = await probe(binaries, path, signal);
  expect(found.duration).toBeCloseTo(SECONDS, 1);
  expect(lengthNotes(found)).toEqual([expect.stringContaining('clock of the file begins again')]);
});

test('so it is of an Ogg with pictures', async () => {
  // Each has numbers of its own for its streams.
  const [one, other] = [file('one.ogv'), file('other.ogv')];
  const codecs = ['-c:v', 'libtheora', '-c:a', 'libvorbis'];
  for (const path of [one, other]) await quickFfmpeg('-i', plain, ...codecs, path);
  expect(lengthNotes(await probe(binaries, one, signal))).toEqual([]);
  const first = await readFile(one);
  for (const behind of [first, await readFile(other)]) {
    await writeFile(other, Buffer.concat([first, behind]));
    const found = await probe(binaries, other, signal);
    expect(Math.abs(found.duration - SECONDS)).toBeLessThan(0.2);
    expect(lengthNotes(found)).toEqual([expect.stringContaining('clock of the file begins again')]);
  }
});

test('a clock that goes on, leaps ahead or has run full does not begin again', async () => {
  const others = [[0, SECONDS], [0, 100], [CLOCK_SECONDS - SECONDS / 2]];
  for (const starts of asMany(others, [[0], ...others])) {
    expect(lengthNotes(await probed(...starts))).toEqual([]);
  }
});

test('last pictures that lie among much later sound are no clock that begins again', async () => {
  const late = file('late-pictures.ts');
  const sound = ['-f', 'lavfi', '-i', 'sine=d=60'];
  await quickFfmpeg(...PICTURE, ...sound, '-preset', 'ultrafast', '-c:a', 'aac', late);
  const bytes = await readFile(late);
  const packets = Array.from({ length: bytes.length / PACKET_BYTES }, (_, i) =>
    bytes.subarray(i * PACKET_BYTES, (i + 1) * PACKET_BYTES),
  );
  // An encoder that keeps its last pictures gives them when most of the sound is written.
  const isPicture = (packet: Buffer) => (packet.readUInt16BE(1) & 0x1fff) === PICTURE_PID;
  const kept = packets.filter(isPicture).slice(-60);
  const others = packets.filter((packet) => !kept.includes(packet));
  others.splice(Math.floor(packets.length * 0.8), 0, ...kept);
  await writeFile(late, Buffer.concat(others));

  const found = await probe(binaries, late, signal);
  expect(found.duration).toBeCloseTo(60, 0);
  expect(lengthNotes(found)).toEqual([]);
});

/** The byte at which each tag of an FLV begins, behind its header of 13 bytes. */
function* flvTags(bytes: Buffer): Generator<number> {
  for (let at = 13; at < bytes.length; at += 11 + bytes.readUIntBE(at + 1, 3) + 4) yield at;
}

test('a clock that leaps ahead for a second, and back, does not tell how long the video is', async () => {
  const path = file('leaps.flv');
  await quickFfmpeg('-i', plain, '-c', 'copy', path);
  const bytes = await readFile(path);
  for (const tag of flvTags(bytes)) {
    const ms = bytes.readUIntBE(tag + 4, 3);
    // The highest byte of the time, which is stored last.
    if (ms >= 1000 && ms < 2000) bytes[tag + 7] = 1;
  }
  await writeFile(path, bytes);
  const { probe: found, sheets } = await drawFile(ffmpegEngine(binaries), path, {
    detail: 'standard',
    qa: false,
    signals: 'off',
  });
  expect(found.duration).toBeCloseTo(SECONDS, 1);
  expect(sheets.at(-1)?.frameTimes.at(-1)).toBeCloseTo(3.8, 2);
});

const STEP_MS = 500;
const MPEG_PS = ['-c:v', 'mpeg2video', '-q:v', '2', '-c:a', 'mp2', '-f', 'vob'];

/** Files of two parts, of which the second begins half a second before the first ends. */
const STEPPING_BACK: Record<string, (path: string) => Promise<void>> = {
  async ts(path) {
    const parts = [await startingAt(0), await startingAt(SECONDS - STEP_MS / 1000)];
    await writeFile(path, Buffer.concat(parts));
  },
  async mpg(path) {
    const parts: Buffer[] = [];
    // This muxer begins half a second later than it is told to, where it is told zero.
    for (const start of [0, SECONDS + 0.5 - STEP_MS / 1000]) {
      await quickFfmpeg('-i', plain, ...MPEG_PS, '-output_ts_offset', `${start}`, path);
      parts.push(await readFile(path));
    }
    await writeFile(path, Buffer.concat(parts));
  },
  async flv(path) {
    await quickFfmpeg('-stream_loop', '1', '-i', plain, '-c', 'copy', path);
    const bytes = await readFile(path);
    for (const tag of flvTags(bytes)) {
      const ms = bytes.readUIntBE(tag + 4, 3);
      if (ms >= SECONDS * 1000) bytes.writeUIntBE(ms - STEP_MS, tag + 4, 3);
    }
    await writeFile(path, bytes);
  },
};

test.each(asMany(['flv'], Object.keys(STEPPING_BACK)))(
  'where the clock of %s steps back for a moment, the pictures that are not shown are told of',
  async (kind) => {
    const path = file(`steps-back.${kind}`);
    await STEPPING_BACK[kind]?.(path);
    const reading = ffmpegEngine(binaries);
    const { plan, probe: found, measured } = await drawFile(reading, path, { detail: 'standard' });
    const { damage } = measured;
    expect(lengthNotes(found)).toEqual([]);
    expect(plan.coverage.is_full_video).toBe(true);

    expect(pictureNotes(damage)).toEqual([expect.stringContaining('clock of the file steps back')]);
    const [[from, to] = []] = damage.twice;
    expect(to).toBeCloseTo(SECONDS, 0);
    expect(Math.abs((to ?? 0) - (from ?? 0) - STEP_MS / 1000)).toBeLessThan(0.15);
    expect(coverageWithout(plan.coverage, damage)).toMatchObject({
      is_full_video: false,
      gaps: [],
    });

    const before = { detail: 'standard', end: 2 };
    const { measured: first } = await drawFile(reading, path, before, found);
    expect(pictureNotes(first.damage)).toEqual([]);
  },
);

test('so they are where a long overview is read by keyframes alone', async () => {
  const path = file('surveyed.ts');
  // So small that all of it is made in a moment.
  const [seconds, back] = [480, 40];
  const pictures = ['-f', 'lavfi', '-i', `testsrc2=s=64x36:r=5:d=${seconds}`];
  const parts: Buffer[] = [];
  for (const start of [0, seconds - back]) {
    const at = ['-output_ts_offset', `${start}`];
    await quickFfmpeg(...pictures, '-preset', 'ultrafast', '-g', '10', ...at, path);
    parts.push(await readFile(path));
  }
  await writeFile(path, Buffer.concat(parts));
  const overview = { detail: 'overview', qa: false, signals: 'off' };
  const { plan, measured } = await drawFile(ffmpegEngine(binaries), path, overview);
  expect(measured.damage.twice).toEqual([
    [expect.closeTo(seconds - back, -1), expect.closeTo(seconds, -1)],
  ]);
  expect(coverageWithout(plan.coverage, measured.damage).is_full_video).toBe(false);
});

test('where a clock that steps back looks like one that has run full, the file is refused with the reason', async () => {
  await expect(probed(500, 0)).rejects.toMatchObject({
    type: 'no_video_stream',
    message: expect.stringContaining('its clock steps back'),
  });
});

describe('of sound alone', () => {
  const NOISE = ['-f', 'lavfi', '-i', 'anoisesrc=d=8:a=0.3'];
  /** Holds whatever is heard to be a voice. */
  const anything = ffmpegSpeech(binaries, undefined);

  /** Parts of eight seconds, one behind the other, each with a clock that begins at a second. */
  async function parts(kind: string, starts: readonly number[]): Promise<string> {
    const all: Buffer[] = [];
    for (const start of starts) {
      const path = file(`part.${kind}`);
      await quickFfmpeg(...NOISE, '-b:a', '160k', '-output_ts_offset', `${start}`, path);
      all.push(await readFile(path));
    }
    await writeFile(file(`sound.${kind}`), Buffer.concat(all));
    return file(`sound.${kind}`);
  }

  async function listened(path: string, to?: number) {
    const found = await probe(binaries, path, signal);
    const window = [0, to ?? found.duration] as const;
    const finding = anything.find(path, found, window, signal);
    for (;;) {
      const { value, done } = await finding.next();
      if (done)
        return { found, damage: value.damage, notes: soundNotes(value.damage, window, window[1]) };
    }
  }

  test('that begins again it is said that not all of it is read', async () => {
    const { found, notes } = await listened(await parts('ts', [0, 0]));
    expect(found.duration).toBeCloseTo(8, 0);
    expect(lengthNotes(found)).toEqual([expect.stringContaining('clock of the file begins again')]);
    expect(notes).toEqual([]);
  });

  test.each([
    ['ts', [0, 7]],
    ['ogg', [0, 0]],
  ])('in %s whose clock steps back it is said what is not heard', async (kind, starts) => {
    const path = await parts(kind, starts);
    const { damage, notes } = await listened(path);
    const [, from = 0] = starts;
    expect(damage.heardTwice).toEqual([[expect.closeTo(from, 0), expect.closeTo(8, 0)]]);
    expect(notes).toEqual([expect.stringContaining('clock of its sound steps back')]);
    expect((await listened(path, 4)).notes).toEqual([]);
  });

  test('that goes on, or leaps ahead, nothing is said', async () => {
    for (const starts of [
      [0, 8],
      [0, 60],
    ]) {
      const { found, notes } = await listened(await parts('ts', starts));
      expect([...lengthNotes(found), ...notes]).toEqual([]);
    }
  });
});
