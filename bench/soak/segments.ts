/**
 * `npm run soak:segments -- [WORDS]`: the table of all kinds of file whose read is cut into 1, 2, 7
 * and 23 segments, compared with the sequential read. Words choose kinds by name.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FramesRequest } from '../../layers/domain/frames/frames.ts';
import { planFrames } from '../../layers/domain/frames/frames-plan.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import {
  type Given,
  readCut,
  readOnce,
  withoutDoubt,
} from '../../test/support/segments/compare.ts';
import { KINDS, makeKind, makeScenes } from '../../test/support/segments/kinds.ts';

/** Questions, and into how many segments their reads are cut. */
const QUESTIONS = [
  { question: { detail: 'standard', signals: 'full', read_text: true }, counts: [1, 2, 7, 23] },
  { question: { detail: 'detail', signals: 'full', start: 1.37, end: 5.9 }, counts: [7] },
];

const words = process.argv.slice(2);
const kinds = KINDS.filter(
  ({ name }) => !words.length || words.some((word) => name.includes(word)),
);
const folder = await mkdtemp(join(tmpdir(), 'kinds-'));
const signal = new AbortController().signal;
const binaries = await findBinaries({ ffmpeg: process.env['FFMPEG_PATH'] });
const engine = ffmpegEngine(binaries);
const scenes = join(folder, 'scenes.nut');
let [same, other] = [0, 0];
try {
  await makeScenes(scenes);
  for (const kind of kinds) {
    const input = await makeKind(kind, scenes, folder);
    const probe = await engine.probe(input, signal);
    const row: string[] = [];
    const comparable = (given: Given) => (kind.damage ? withoutDoubt(given) : given);
    for (const { question, counts } of QUESTIONS) {
      const plan = planFrames(FramesRequest.parse({ url: input, ...question }), probe);
      const source = { binaries, input, probe, plan };
      const once = await readOnce(source);
      for (const count of counts) {
        const parts: number[] = [];
        const cut = await readCut(source, count, (now) => parts.push(now.length));
        const isSame = isDeepStrictEqual(comparable(cut), comparable(once));
        if (isSame) same++;
        else {
          other++;
          console.log(kind.name, question, count, 'differs');
        }
        row.push(`${count} (${parts.join('>')}) ${isSame ? 'same' : 'OTHER'}`);
      }
    }
    console.log(kind.name.padEnd(24), row.join(', '));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log({ kinds: kinds.length, same, other });
if (other > 0) process.exitCode = 1;
