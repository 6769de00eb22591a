/**
 * `npm run bench:frames`: the engine's time as a ratio to the floor, which is decoding the file
 * once (`ffmpeg -i x -map 0:v -f null -`). Floor, engine and peers run in turns, so that a machine
 * that drifts drifts for all of them; the medians are compared. The engine is a worker that runs
 * already and has drawn before, as the service's are. Words that follow choose cases by name.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Probe } from '../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { CASES } from './cases.ts';
import { measureCall, measureRun, type Run } from './measure-run.ts';

const binaries = await findBinaries({ ffmpeg: process.env['FFMPEG_PATH'] });
const engine = ffmpegEngine(binaries);
const decode = (file: string) => [
  '-v',
  'error',
  '-threads',
  String(availableParallelism()),
  '-i',
  file,
];

/** Floors by file: an hour's takes minutes, so all its cases share one. */
const floors = new Map<string, Run[]>();
const rows: Record<string, string | number>[] = [];

const median = (runs: readonly Run[], figure: keyof Run) =>
  runs.map((run) => run[figure]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN;

/** Runs that follow each other, as one. */
const together = (runs: readonly Run[]): Run => ({
  wallSeconds: runs.reduce((sum, run) => sum + run.wallSeconds, 0),
  cpuSeconds: runs.reduce((sum, run) => sum + run.cpuSeconds, 0),
  peakMegabytes: Math.max(...runs.map((run) => run.peakMegabytes)),
});

const words = process.argv.slice(2);
const cases = CASES.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
for (const { name, file: make, question, goal, peers, rounds } of cases) {
  const file = await make();
  const started = performance.now();
  const probe = Probe.parse(await engine.probe(file, AbortSignal.timeout(600_000)));
  const probeSeconds = (performance.now() - started) / 1000;
  const probeFile = `${file}.probe.json`;
  await writeFile(probeFile, JSON.stringify(probe));

  const floor = floors.get(file) ?? [];
  floors.set(file, floor);
  const [ours, theirs]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    if (floor.length < rounds) {
      const args = [...decode(file), '-map', '0:v', '-f', 'null', '-'];
      floor.push(await measureRun(binaries.ffmpeg, args));
    }
    const drawOnce = new URL('draw-once.ts', import.meta.url).pathname;
    const args = [drawOnce, file, probeFile, JSON.stringify(question)];
    ours.push(await measureCall(process.execPath, args));
    const runs: Run[] = [];
    for (const peer of peers ?? []) {
      runs.push(await measureRun(binaries.ffmpeg, [...decode(file), ...peer]));
    }
    if (runs.length > 0) theirs.push(together(runs));
  }
  const ratio = (runs: readonly Run[], figure: 'wallSeconds' | 'cpuSeconds') =>
    runs.length === 0 ? '' : (median(runs, figure) / median(floor, figure)).toFixed(3);
  rows.push({
    case: name,
    'floor s': median(floor, 'wallSeconds').toFixed(2),
    wall: ratio(ours, 'wallSeconds'),
    cpu: ratio(ours, 'cpuSeconds'),
    goal,
    'peer wall': ratio(theirs, 'wallSeconds'),
    'peer cpu': ratio(theirs, 'cpuSeconds'),
    'peak MB': Math.round(Math.max(...ours.map((run) => run.peakMegabytes))),
    'probe s': probeSeconds.toFixed(2),
  });
  console.log(rows.at(-1));
}
console.table(rows);
