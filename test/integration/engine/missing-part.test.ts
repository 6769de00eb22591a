import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  coverageWithout,
  technicalWithout,
  unseenOf,
} from '../../../layers/domain/sources/damage.ts';
import { pictureNotes, soundNotes } from '../../../layers/domain/sources/damage-notes.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { asMany } from '../../support/breadth.ts';
import { barcodeClip } from '../../support/clips/barcode-clip.ts';
import { withoutFragments } from '../../support/clips/boxes.ts';
import { drawFile } from '../../support/clips/draw.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('missing-part');
const file = (name: string) => join(folder, name);
const engine = ffmpegEngine(await findBinaries({}));

const SECONDS = 10;
const RATE = 25;
const sound = ['-f', 'lavfi', '-i', `aevalsrc='0.4*sin(2*PI*t*(300+40*t))':d=${SECONDS}:s=44100`];
const pictures = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25'];

/** Draws a clip with sound that lacks some of its fragments, each of a second. */
async function drawnWithout(
  fragments: readonly number[],
  question: Record<string, unknown>,
  coded = pictures,
) {
  const [whole, lacking] = [file('whole.mp4'), file(`without-${fragments.join('-')}.mp4`)];
  const flags = 'empty_moov+default_base_moof';
  const fragmented = ['-movflags', flags, '-frag_duration', '1000000'];
  const output = [...coded, '-c:a', 'aac', ...fragmented, whole];
  await barcodeClip({ frames: SECONDS * RATE, rate: String(RATE), inputs: sound, output });
  await writeFile(lacking, withoutFragments(await readFile(whole), fragments));
  return drawFile(engine, lacking, question);
}

test.each(
  asMany(
    [[[4, 5], 4, 6]] as const,
    [
      [[4], 4, 5],
      [[4, 5], 4, 6],
    ] as const,
  ),
)('an mp4 without its fragments %j is told to hold nothing there', async (fragments, from, to) => {
  const { plan, measured } = await drawnWithout(fragments, { detail: 'standard' });
  const { damage, technical } = measured;

  expect(damage.absent).toEqual([[expect.closeTo(from, 1), expect.closeTo(to, 1)]]);
  expect(pictureNotes(damage)).toEqual([
    expect.stringMatching(RegExp(`neither picture nor sound in ${from}\\S*-${to}\\S* s,`)),
  ]);
  expect(soundNotes(damage, plan.covered, plan.covered[1], damage.absent)).toEqual([]);
  const coverage = coverageWithout(plan.coverage, { ...damage, lost: unseenOf(damage) });
  expect(coverage.is_full_video).toBe(false);
  expect(coverage.gaps).toEqual([{ start: expect.closeTo(from, 1), end: expect.closeTo(to, 1) }]);
  expect(coverage.covered_seconds).toBeCloseTo(SECONDS - (to - from), 1);
  expect(technical.freezes).toHaveLength(1);
  expect(technicalWithout(technical, damage)).toMatchObject({ freezes: [], silence_gaps: [] });
});

test('pictures that rest on what is missing are doubtful up to the next whole one', async () => {
  const coded = ['-c:v', 'mpeg4', '-b:v', '2M', '-g', '50'];
  const { measured } = await drawnWithout([4], { detail: 'standard' }, coded);
  expect(measured.damage).toMatchObject({
    lost: [],
    absent: [[expect.closeTo(4, 1), expect.closeTo(5, 1)]],
    doubtful: [[expect.closeTo(5, 1), expect.closeTo(6, 1)]],
  });
});

test('a held picture over a pause of the sound is none that is missing', async () => {
  const held = file('held.mkv');
  await barcodeClip({
    frames: SECONDS * RATE,
    rate: String(RATE),
    filters: "select='lt(t,2)+gte(t,7)'",
    inputs: sound,
    output: [...pictures, '-af', "aselect='lt(t,3)+gt(t,6)'", '-c:a', 'pcm_s16le', held],
  });
  const { measured } = await drawFile(engine, held, { detail: 'standard' });
  expect(measured.damage).toMatchObject({ lost: [], absent: [], silent: [] });
  expect(measured.technical.silence_gaps).toHaveLength(1);
});

test('sound that a stream is known to lack is no silence, nor told as damage', async () => {
  const lacking = file('lacking.mkv');
  await barcodeClip({
    frames: SECONDS * RATE,
    rate: String(RATE),
    inputs: sound,
    output: [...pictures, '-af', "aselect='lt(t,3)+gt(t,6)'", '-c:a', 'pcm_s16le', lacking],
  });
  const probed = await engine.probe(lacking, AbortSignal.timeout(300_000));
  const probe = { ...probed, missing: [[3, 6] as [number, number]] };
  const { plan, measured } = await drawFile(engine, lacking, { detail: 'standard' }, probe);
  const { damage, technical } = measured;
  expect(damage).toMatchObject({
    absent: [],
    silent: [[expect.closeTo(3, 1), expect.closeTo(6, 1)]],
  });
  expect(technicalWithout(technical, damage).silence_gaps).toEqual([]);
  expect(soundNotes(damage, plan.covered, SECONDS, probe.missing)).toEqual([]);
});
