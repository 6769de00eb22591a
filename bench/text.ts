/**
 * `npm run bench:text`: titles of six faces, 4 to 15 % of the height, in any colour, drawn from a
 * seed over footage or over grounds of ffmpeg's own; how many of their characters are read wrong,
 * and by how much their beginnings and ends are off.
 */
import { parseArgs } from 'node:util';
import { paddleReader } from '../layers/adapters/onnx/text/paddle-reader.ts';
import { editDistance } from '../layers/domain/edit-distance.ts';
import type { OnScreenText } from '../layers/domain/frames/on-screen-text.ts';
import { ffmpegEngine } from '../layers/media/engine.ts';
import { findBinaries } from '../layers/media/ffmpeg/binaries.ts';
import { drawFile } from '../test/support/clips/draw.ts';
import { dice } from './detectors/random.ts';
import { drawTitleClips, type Shown } from './text/title-clips.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    clips: { type: 'string', default: '12' },
    footage: { type: 'string' },
  },
});

/** Seconds by which a beginning or an end may be off. */
const EXACT = 0.2;
const engine = ffmpegEngine(await findBinaries({}), paddleReader());
const clips = await drawTitleClips(dice(Number(values.seed)), {
  clips: Number(values.clips),
  footage: values.footage,
  folder: `bench-out/text-${values.seed}`,
});

const compact = (text: string) => text.replaceAll(/\s/g, '');
const common = (line: OnScreenText, title: Shown) =>
  Math.min(line.end, title.to) - Math.max(line.start, title.from);

/** The lines that stand while a title does, joined where they share its row, and the nearest to it. */
function readingOf(title: Shown, lines: readonly OnScreenText[]): OnScreenText | undefined {
  const distance = (line: OnScreenText) => editDistance(line.text, title.text);
  const there = lines.filter((line) => common(line, title) > 0);
  return there.sort((a, b) => distance(a) - distance(b))[0];
}

const sums = {
  characters: 0,
  wrong: 0,
  letters: 0,
  wrongLetters: 0,
  titles: 0,
  read: 0,
  exact: 0,
  lines: 0,
  strays: 0,
};
const off: number[] = [];
for (const { file, shown } of clips) {
  const { measured } = await drawFile(engine, file, { detail: 'overview', read_text: true });
  const lines = measured.writing?.lines ?? [];
  const used = new Set<OnScreenText>();
  for (const title of shown) {
    const line = readingOf(title, lines);
    const wrong = Math.min(
      title.text.length,
      line ? editDistance(line.text, title.text) : Infinity,
    );
    const letters = compact(title.text);
    sums.characters += title.text.length;
    sums.letters += letters.length;
    sums.wrong += wrong;
    sums.wrongLetters += Math.min(
      letters.length,
      line ? editDistance(compact(line.text), letters) : Infinity,
    );
    sums.titles++;
    if (line && wrong <= title.text.length / 2) {
      used.add(line);
      sums.read++;
      const error = Math.max(Math.abs(line.start - title.from), Math.abs(line.end - title.to));
      off.push(error);
      if (error <= EXACT + 1e-6) sums.exact++;
    }
    if (wrong > 0) {
      console.log(
        `${file} ${title.from} to ${title.to}: ${title.font} ${(title.size * 100).toFixed(1)} % ${title.colour} "${title.text}" read as "${line?.text ?? ''}"`,
      );
    }
  }
  sums.lines += lines.length;
  sums.strays += lines.filter((line) => !used.has(line)).length;
}
const share = (part: number, of: number) => (part / Math.max(1, of)).toFixed(3);
console.table({
  'character error': share(sums.wrong, sums.characters),
  'of them without spaces': share(sums.wrongLetters, sums.letters),
  'titles read': `${sums.read} of ${sums.titles}`,
  [`spans within ${EXACT} s`]: `${sums.exact} of ${sums.titles}`,
  'largest error of a span': `${Math.max(0, ...off).toFixed(2)} s`,
  'other lines': `${sums.strays} of ${sums.lines}`,
});
