import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { besideNotes, lengthNotes } from '../../../layers/domain/sources/file-notes.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { barcodeClip, readNumber } from '../../support/clips/barcode-clip.ts';
import { drawFile, tilesOf } from '../../support/clips/draw.ts';
import { type Edit, edited } from '../../support/clips/edit-list.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('more-than-one-beginning');
const file = (name: string) => join(folder, name);
const engine = ffmpegEngine(await findBinaries({}));
const { signal } = new AbortController();

const RATE = 25;
const clip = file('clip.mp4');
beforeAll(() =>
  barcodeClip({
    frames: 4 * RATE,
    rate: String(RATE),
    output: [...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2'], '-g', '25', clip],
  }),
);

async function drawnAt(path: string, start: number) {
  const question = { detail: 'single', start, qa: false, signals: 'off' };
  const drawn = await drawFile(engine, path, question);
  const [tile] = await tilesOf(drawn);
  const number = tile && readNumber(tile.grey, tile.width, tile.height);
  return { number, notes: lengthNotes(drawn.probe) };
}

describe('an edit list', () => {
  async function drawnEdited(edits: readonly Edit[], start: number) {
    await writeFile(file('edited.mp4'), edited(await readFile(clip), edits));
    return drawnAt(file('edited.mp4'), start);
  }

  test('that is empty in the middle has that told, by its seconds', async () => {
    const pause: readonly Edit[] = [
      [1, 0],
      [0.8, null],
      [2, 1],
    ];
    const { number, notes } = await drawnEdited(pause, 2.2);
    expect(number).toBe(35);
    expect(notes).toEqual([expect.stringContaining('empty in 1-1.8 s')]);
  });

  test.each([
    ['begins empty', [[0.8, null] as const, [2, 1] as const], 55],
    ['leaves out a part', [[1, 0] as const, [2, 2] as const], 55],
  ])('that %s is shown as a player shows it', async (_, edits, shown) => {
    expect(await drawnEdited(edits, 1.2)).toEqual({ number: shown, notes: [] });
  });
});

describe('of mp4 files that are put one behind the other', () => {
  async function drawnTwice(path: string) {
    const bytes = await readFile(path);
    await writeFile(file('twice.mp4'), Buffer.concat([bytes, bytes]));
    const all = { detail: 'standard', qa: false, signals: 'off' };
    const { probe, plan } = await drawFile(engine, file('twice.mp4'), all);
    return { notes: lengthNotes(probe), coverage: plan.coverage };
  }

  test('it is said that the first alone is read', async () => {
    const { notes, coverage } = await drawnTwice(clip);
    expect(notes).toEqual([expect.stringContaining('a second index (moov)')]);
    expect(coverage).toMatchObject({ of_total: 4, is_full_video: false, gaps: [] });
  });

  test('so it is of sound alone', async () => {
    await quickFfmpeg('-f', 'lavfi', '-i', 'sine=d=2', file('sound.m4a'));
    const bytes = await readFile(file('sound.m4a'));
    await writeFile(file('twice.m4a'), Buffer.concat([bytes, bytes]));
    const notes = lengthNotes(await engine.probe(file('twice.m4a'), signal));
    expect(notes).toEqual([expect.stringContaining('a second index (moov)')]);
  });

  test('it is not said of fragments, which are read with either index', async () => {
    const fragments = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof'];
    await quickFfmpeg('-i', clip, '-c', 'copy', ...fragments, file('fragments.mp4'));
    expect((await drawnTwice(file('fragments.mp4'))).notes).toEqual([]);
  });
});

describe('of several pictures in one file', () => {
  const lasting = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=5:d=${seconds}`];
  const inOrder = ['-map', '0:v', '-map', '1:v', '-c:v', 'libx264', '-preset', 'ultrafast'];
  const notesOf = async (path: string) => besideNotes(await engine.probe(path, signal));

  test.each([
    ['mkv', 6],
    ['mp4', 6],
    ['ts', 2],
  ])('it is said of a %s that one alone is read, beside one of %i s', async (kind, seconds) => {
    const two = file(`two.${kind}`);
    await quickFfmpeg('-i', clip, ...lasting(seconds), ...inOrder, '-pix_fmt', 'yuv420p', two);
    const probe = await engine.probe(two, signal);
    expect(besideNotes(probe)).toEqual([expect.stringContaining('holds 2 video streams')]);
    // Nothing of it was cut off.
    expect([probe.duration, lengthNotes(probe)]).toEqual([expect.closeTo(4, 1), []]);
  });

  test('it is not said of one alone, nor of a cover beside it', async () => {
    expect(await notesOf(clip)).toEqual([]);
    const cover = ['-frames:v:1', '1', '-c:v:1', 'mjpeg', '-disposition:v:1', 'attached_pic'];
    const maps = ['-map', '0:v', '-map', '1:v', '-c:v:0', 'copy'];
    const jpeg = ['-pix_fmt:v:1', 'yuvj420p'];
    await quickFfmpeg('-i', clip, ...lasting(2), ...maps, ...cover, ...jpeg, file('cover.mp4'));
    expect(await notesOf(file('cover.mp4'))).toEqual([]);
  });
});

test('of FLV files that are put one behind the other it is said that the first alone is read', async () => {
  const [one, two] = [file('one.flv'), file('two.flv')];
  await quickFfmpeg('-i', clip, '-c', 'copy', one);
  const bytes = await readFile(one);
  await writeFile(two, Buffer.concat([bytes, bytes]));
  const all = { detail: 'standard', qa: false, signals: 'off' };
  expect(lengthNotes((await drawFile(engine, one, all)).probe)).toEqual([]);
  const { probe, plan } = await drawFile(engine, two, all);
  // The head of its last packet is counted too.
  expect(probe.unread).toBeCloseTo(bytes.length, -2);
  expect(lengthNotes(probe)).toEqual([expect.stringContaining(`the last ${probe.unread} of its`)]);
  expect(plan.coverage).toMatchObject({ of_total: 4, is_full_video: false, gaps: [] });
});

describe('of WAV files that are put one behind the other', () => {
  const notesOf = async (bytes: readonly Buffer[]) => {
    await writeFile(file('joined.wav'), Buffer.concat(bytes));
    return lengthNotes(await engine.probe(file('joined.wav'), signal));
  };
  /** Tags, of more bytes than are looked at together. */
  const tags = Buffer.alloc(100_008);
  tags.write('id3 ');
  tags.writeUInt32LE(tags.length - 8, 4);
  let wav: Buffer;
  beforeAll(async () => {
    await quickFfmpeg('-f', 'lavfi', '-i', 'sine=d=2', file('one.wav'));
    wav = await readFile(file('one.wav'));
  });

  test('it is said how much is not read, also behind tags of the first', async () => {
    const note = expect.stringContaining(`at 2 s by its header`);
    expect(await notesOf([wav, wav])).toEqual([note]);
    expect(await notesOf([wav, tags, wav])).toEqual([
      expect.stringContaining(`: ${wav.length} of its bytes are not in this answer`),
    ]);
  });

  test('so it is of sound that is longer than the header can say', async () => {
    expect(await notesOf([wav, wav.subarray(-100_000)])).toEqual([
      expect.stringContaining(': 100000 of its bytes'),
    ]);
  });

  test('so it is of sound in two chunks of one file', async () => {
    const at = wav.indexOf('data');
    const two = Buffer.concat([wav, wav.subarray(at)]);
    two.writeUInt32LE(two.length - 8, 4);
    const first = wav.length - at - 8;
    const told = (bytes: number) => expect.stringContaining(`: ${bytes} of its bytes`);
    expect(await notesOf([two])).toEqual([told(first)]);
    expect(await notesOf([two, wav])).toEqual([told(first + wav.length)]);
    expect(await notesOf([two.subarray(0, -100_000)])).toContainEqual(told(first));
  });

  test('it is not said of tags and padding, nor where all is read', async () => {
    expect(await notesOf([wav, tags, Buffer.alloc(100)])).toEqual([]);
    const streamed = Buffer.from(wav);
    streamed.writeUInt32LE(0xffff_ffff, streamed.indexOf('data') + 4);
    expect(await notesOf([streamed, wav])).toEqual([expect.stringContaining('ends at 4.0')]);
  });
});

describe('of MXF files that are put one behind the other', () => {
  const mxf = async (name: string, seconds: number) => {
    const lasting = ['-f', 'lavfi', '-i', `color=white:s=320x180:r=25:d=${seconds}`];
    const black = "drawbox=c=black:t=fill:enable='gte(t,2)'";
    await quickFfmpeg(...lasting, '-vf', black, '-c:v', 'mpeg2video', '-bf', '2', file(name));
    return readFile(file(name));
  };

  test('of the same length it is said that the first is read, and nothing told of others', async () => {
    const one = await mxf('one.mxf', 4);
    await writeFile(file('two.mxf'), Buffer.concat([one, one]));
    const technicalOf = async (name: string) => {
      const { probe, plan, measured } = await drawFile(engine, file(name), { detail: 'standard' });
      return { probe, coverage: plan.coverage, technical: measured.technical };
    };
    const single = await technicalOf('one.mxf');
    expect(lengthNotes(single.probe)).toEqual([]);
    const { probe, coverage, technical } = await technicalOf('two.mxf');
    expect(lengthNotes(probe)).toEqual([
      expect.stringContaining('The index of the file ends at 4'),
    ]);
    expect(coverage).toMatchObject({ is_full_video: false, gaps: [] });
    expect(technical.scene_cuts).toEqual([2]);
    expect(technical).toEqual(single.technical);
  });

  test('of other lengths they are refused for that', async () => {
    const parts = [await mxf('one.mxf', 4), await mxf('other.mxf', 5)];
    await writeFile(file('two.mxf'), Buffer.concat(parts));
    await expect(engine.probe(file('two.mxf'), signal)).rejects.toMatchObject({
      type: 'no_video_stream',
      message: expect.stringContaining('MXF files were put one behind the other'),
    });
  });
});
