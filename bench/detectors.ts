import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PEERS } from './detectors/peers.ts';
import { frameTimes, readAll } from './detectors/read.ts';
import { type Scores, scoreCuts, scoreEvents, type Tally, tally } from './detectors/score.ts';
import type { FootageEntry } from './detectors/sources.ts';
import { table } from './detectors/table.ts';
import { noTruth } from './detectors/truth.ts';
import { buildTruthSet, type TruthClip } from './detectors/truth-set.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '2' },
    footage: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
});

/** Real clips as they are, for their hand-labelled cuts. */
function realClips(folder: string): TruthClip[] {
  const entries: FootageEntry[] = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
  return entries.flatMap((entry) => {
    const frames = entry.truth.hard_cuts_frames;
    if (!frames) return [];
    const file = join(folder, entry.file);
    const times = frameTimes(file);
    const duration = Number(entry.duration);
    return [
      {
        name: entry.file,
        file,
        fps: times.length / duration,
        frames: times.length,
        truth: { ...noTruth(), cuts: frames },
        seconds: (frame: number) => times[Math.max(0, frame)] ?? duration,
        frameAfter: (frame: number) => frame + 1,
        duration,
        description: 'real footage',
      },
    ];
  });
}

const seed = Number(values.seed);
const { footage } = values;
console.log(`Building the truth set of seed ${seed} in bench-out/detectors-${seed} …`);
const clips = await buildTruthSet(seed, `bench-out/detectors-${seed}`, footage);
/** Scores the others on a clip, each with every threshold it is tried with. */
function scoreOthers(into: Scores, what: string, clip: TruthClip): void {
  for (const { name, thresholds, read } of PEERS) {
    const cutsAt = read(clip.file);
    for (const threshold of thresholds) {
      scoreCuts(into, `${what} (${name} ${threshold})`, clip, cutsAt(threshold));
    }
  }
}

/** found and right are the same count where pairs are one to one. */
const f1 = ({ real, said, right }: Tally): number => (2 * right) / Math.max(1, said + real);

/** Of each of the others: its usual threshold, and the one that does best on just this set. */
function othersShown(all: Scores, what: string): Scores {
  const shown: Scores = {};
  for (const { name, usual, thresholds } of PEERS) {
    const tallies = thresholds.map((threshold) => tally(all, `${what} (${name} ${threshold})`));
    const best = tallies.reduce((a, b) => (f1(b) > f1(a) ? b : a));
    shown[`${what} (${name} ${usual})`] = tallies[thresholds.indexOf(usual)] ?? best;
    shown[`${what} (${name} ${thresholds[tallies.indexOf(best)]}, best here)`] = best;
  }
  return shown;
}

const others: Scores = {};
const scores: Scores = {};
let frames = 0;
let measuring = 0;
let seconds = 0;
for (const clip of clips) {
  const { fps: frameRate, duration } = clip;
  const read = await readAll(clip.file, { frameRate, duration, hasAudio: true });
  frames += read.frames;
  measuring += read.measuring;
  seconds += duration;
  scoreCuts(scores, 'cuts', clip, read.technical.scene_cuts);
  scoreOthers(others, 'cuts', clip);
  scoreEvents(scores, clip, read.technical, read.signal);
  console.log(`${clip.name}: ${duration.toFixed(1)} s, ${clip.description}`);
}
for (const clip of footage ? realClips(footage) : []) {
  const { fps: frameRate, duration } = clip;
  const read = await readAll(clip.file, { frameRate, duration, hasAudio: false });
  scoreCuts(scores, 'footage cuts (ours)', clip, read.technical.scene_cuts);
  scoreOthers(others, 'footage cuts', clip);
}
console.log(`\nseed ${seed}: ${clips.length} clips, ${seconds.toFixed(0)} s, ${frames} frames`);
console.log(`measuring: ${((measuring / frames) * 1000).toFixed(0)} µs a frame\n`);
console.log(table(scores));
console.log(`\n${table(othersShown(others, 'cuts'))}`);
if (footage) console.log(table(othersShown(others, 'footage cuts')));
if (values.misses) {
  for (const [name, { wrong }] of Object.entries(scores)) {
    if (!name.includes('(')) console.log(`\n${name}\n  ${wrong.join('\n  ')}`);
  }
}
