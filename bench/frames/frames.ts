/**
 * `npm run bench:frames`: the engine's time as a ratio to the floor, which is decoding the file once
 * (`ffmpeg -i x -map 0:v -f null -`). Floor, engine and peers run in turns, so that a machine that
 * drifts drifts for all of them; the medians are compared. `--quick` leaves out the hour.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Probe } from '../../layers/domain/probe.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';
import { measureRun, type Run } from './measure-run.ts';
import { minutesOfIt } from './media.ts';

const quick = process.argv.includes('--quick');
const binaries = await findBinaries({ ffmpeg: process.env['FFMPEG_PATH'] });
const threads = String(availableParallelism());
const off = { qa: false, signals: 'off' };

interface Case {
  readonly name: string;
  readonly file: string;
  readonly question: Record<string, unknown>;
  readonly goal: number;
  /** The same picture by one line of ffmpeg, where there is one. */
  readonly peer?: readonly string[];
  readonly rounds: number;
}

const tiled = (fps: string) =>
  `fps=${fps},scale=312:176,drawtext=text='%{pts}':fontsize=20:fontcolor=white:box=1:boxcolor=black,tile=5x6:padding=2`;

const two = await minutesOfIt(2);
const twelve = await minutesOfIt(12);
const cases: Case[] = [
  {
    name: '2 min overview',
    file: two,
    question: { detail: 'overview', ...off },
    goal: 1.1,
    peer: ['-vf', tiled('2')],
    rounds: 5,
  },
  {
    name: '2 min standard',
    file: two,
    question: { detail: 'standard', ...off },
    goal: 1.15,
    rounds: 5,
  },
  {
    name: '12 min overview',
    file: twelve,
    question: { detail: 'overview', ...off },
    goal: 1.1,
    peer: ['-vf', tiled('1/2')],
    rounds: 3,
  },
];
if (!quick) {
  const sixty = await minutesOfIt(60);
  const middle = { start: 1801.37 };
  cases.push(
    {
      name: '60 min overview',
      file: sixty,
      question: { detail: 'overview', ...off },
      goal: 0.1,
      rounds: 1,
    },
    {
      name: '60 min single',
      file: sixty,
      question: { detail: 'single', ...middle, ...off },
      goal: 0.02,
      rounds: 1,
    },
    {
      name: '60 min fine 2 s',
      file: sixty,
      question: { detail: 'fine', ...middle, end: 1803.37, ...off },
      goal: 0.02,
      rounds: 1,
    },
  );
}

const engine = ffmpegEngine(binaries);
const floors = new Map<string, Run[]>();
const median = (runs: readonly Run[], figure: keyof Run) =>
  runs.map((run) => run[figure]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN;

const rows: Record<string, string | number>[] = [];
for (const { name, file, question, goal, peer, rounds } of cases) {
  const probeFile = `${file}.probe.json`;
  const started = performance.now();
  const probe = Probe.parse(await engine.probe(file, AbortSignal.timeout(600_000)));
  const probeSeconds = (performance.now() - started) / 1000;
  await writeFile(probeFile, JSON.stringify(probe));

  const decode = ['-v', 'error', '-threads', threads, '-i', file];
  const floorOf = floors.get(file) ?? [];
  floors.set(file, floorOf);
  const [ours, peers]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    // An hour's floor takes minutes and differs by a few percent: it is taken once for all its cases.
    if (floorOf.length < rounds) {
      floorOf.push(
        await measureRun(binaries.ffmpeg, [...decode, '-map', '0:v', '-f', 'null', '-']),
      );
    }
    ours.push(
      await measureRun(process.execPath, [
        new URL('draw-once.ts', import.meta.url).pathname,
        ...[file, probeFile, JSON.stringify(question)],
      ]),
    );
    if (peer) {
      const sheets = ['-q:v', '4', '-f', 'image2pipe', '-c:v', 'mjpeg', '-'];
      peers.push(await measureRun(binaries.ffmpeg, [...decode, ...peer, ...sheets]));
    }
  }
  const floor = { wall: median(floorOf, 'wallSeconds'), cpu: median(floorOf, 'cpuSeconds') };
  const ratio = (runs: readonly Run[], figure: 'wallSeconds' | 'cpuSeconds', over: number) =>
    runs.length === 0 ? '' : (median(runs, figure) / over).toFixed(3);
  rows.push({
    case: name,
    'floor s': floor.wall.toFixed(2),
    wall: ratio(ours, 'wallSeconds', floor.wall),
    cpu: ratio(ours, 'cpuSeconds', floor.cpu),
    goal,
    'peer wall': ratio(peers, 'wallSeconds', floor.wall),
    'peer cpu': ratio(peers, 'cpuSeconds', floor.cpu),
    'peak MB': Math.round(Math.max(...ours.map((run) => run.peakMegabytes))),
    'probe s': probeSeconds.toFixed(2),
  });
  console.table(rows.slice(-1));
}
console.table(rows);
