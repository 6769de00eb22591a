import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lengthNotes } from '../../../layers/domain/sources/file-notes.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { asMany } from '../../support/breadth.ts';
import { barcodeClip, readNumber } from '../../support/clips/barcode-clip.ts';
import { drawFile, tilesOf } from '../../support/clips/draw.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('lost-index');
const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);
const { signal } = new AbortController();
const cut = join(folder, 'cut.mxf');

const RATE = 25;
const SECONDS = 30;
/** Sound is there in the second from this one on. */
const HEARD = 13;
/** How long before what is heard a stretch begins. */
const RUN_UP_SECONDS = 0.25;
const tone = `aevalsrc=0.3*sin(880*PI*t)*between(t\\,${HEARD}\\,${HEARD + 1}):s=48000:d=${SECONDS}`;

// Pictures of MPEG-2 have different numbers of bytes, so that only an index tells where one lies.
beforeAll(async () => {
  const codec = ['-c:v', 'mpeg2video', '-b:v', '800k', '-g', '12', '-bf', '2'];
  const whole = join(folder, 'whole.mxf');
  await barcodeClip({
    frames: SECONDS * RATE,
    rate: String(RATE),
    inputs: ['-f', 'lavfi', '-i', tone],
    output: ['-map', '0:v', '-map', '1:a', ...codec, '-pix_fmt', 'yuv422p', whole],
  });
  const bytes = await readFile(whole);
  await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
});

describe('an MXF that was cut off before its index', () => {
  test.each(asMany([14], [3, 8, 14]))('is shown at its own seconds: %i', async (start) => {
    const question = { detail: 'standard', start, end: start + 1, qa: false, signals: 'off' };
    const tiles = await tilesOf(await drawFile(engine, cut, question));
    expect(tiles.map(({ grey, width, height }) => readNumber(grey, width, height))).toEqual(
      [0, 5, 10, 15, 20].map((frame) => start * RATE + frame),
    );
  });

  test('says so when a part of a second is all that is missing', async () => {
    const bytes = await readFile(join(folder, 'whole.mxf'));
    const short = join(folder, 'short.mxf');
    await writeFile(short, bytes.subarray(0, Math.floor(bytes.length * 0.98)));
    expect(lengthNotes(await engine.probe(short, signal))).toEqual([
      expect.stringMatching(/^The file states a length of 30 s, but only 29\.\d+ s/),
    ]);
    expect(lengthNotes(await engine.probe(join(folder, 'whole.mxf'), signal))).toEqual([]);
  });

  test('says how much of it is missing', async () => {
    expect(lengthNotes(await engine.probe(cut, signal))).toEqual([
      expect.stringMatching(/^The file states a length of 30 s, but only 18(\.0\d)? s/),
    ]);
  });

  test('is heard at its own seconds', async () => {
    const probe = await engine.probe(cut, signal);
    const found = ffmpegSpeech(binaries, undefined).find(cut, probe, [10, probe.duration], signal);
    const { value } = await found.next();
    expect((value as { start: number }).start).toBeCloseTo(HEARD - RUN_UP_SECONDS, 2);
  });
});
