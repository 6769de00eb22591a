import { minutesOf240, minutesOfIt, ultraHd } from './media.ts';

export interface Case {
  readonly name: string;
  /** Makes the video unless it was made before. */
  readonly file: () => Promise<string>;
  /** Members of a frames request. */
  readonly question: Record<string, unknown>;
  /** The highest ratio to the floor that is good enough. */
  readonly goal: number;
  /** The same answer by commands of ffmpeg, one after the other, where there is one. */
  readonly peers?: readonly (readonly string[])[];
  readonly rounds: number;
}

const off = { qa: false, signals: 'off' };
const overview = { detail: 'overview', ...off };

/** The same sheets by one line of ffmpeg. */
const sheets = (fps: string) => [
  '-vf',
  `fps=${fps},scale=312:176,drawtext=text='%{pts}':fontsize=20:fontcolor=white:box=1:boxcolor=black,tile=5x6:padding=2`,
  '-an',
  '-q:v',
  '4',
  '-f',
  'image2pipe',
  '-c:v',
  'mjpeg',
  '-',
];

/** What the one decode finds, asked of ffmpeg one by one. */
const separately = (fps: string) => [
  sheets(fps),
  ['-vf', 'scdet', '-an', '-f', 'null', '-'],
  ['-vf', 'blackdetect', '-an', '-f', 'null', '-'],
  ['-vf', 'freezedetect', '-an', '-f', 'null', '-'],
  ['-vn', '-af', 'silencedetect', '-f', 'null', '-'],
  ['-vf', 'scale=32:32:flags=area,format=gray', '-an', '-f', 'rawvideo', '-'],
];

const two = () => minutesOfIt(2);
const twelve = () => minutesOfIt(12);
const sixty = () => minutesOfIt(60);
const start = 1801.37;
const single = { detail: 'single', start, ...off };
const fine = { detail: 'fine', start, end: start + 2, ...off };

export const CASES: readonly Case[] = [
  {
    name: '2 min overview',
    file: two,
    question: overview,
    goal: 1.1,
    peers: [sheets('2')],
    rounds: 5,
  },
  {
    name: '2 min standard',
    file: two,
    question: { ...overview, detail: 'standard' },
    goal: 1.15,
    rounds: 5,
  },
  {
    name: '2 min all on',
    file: two,
    question: {},
    goal: 1.12,
    peers: separately('2'),
    rounds: 3,
  },
  {
    name: '2 min all on with text',
    file: two,
    question: { read_text: true },
    goal: 1.5,
    rounds: 3,
  },
  {
    name: '426x240 all on',
    file: () => minutesOf240(10),
    question: { detail: 'overview' },
    goal: 1.6,
    rounds: 3,
  },
  {
    name: '4K HEVC all on',
    file: ultraHd,
    question: { detail: 'overview' },
    goal: 1.12,
    peers: separately('2'),
    rounds: 3,
  },
  {
    name: '12 min overview',
    file: twelve,
    question: overview,
    goal: 1.1,
    peers: [sheets('1/2')],
    rounds: 3,
  },
  { name: '60 min overview', file: sixty, question: overview, goal: 0.1, rounds: 1 },
  {
    name: '60 min text of keyframes',
    file: sixty,
    question: { ...overview, read_text: true },
    goal: 0.1,
    rounds: 1,
  },
  { name: '60 min single', file: sixty, question: single, goal: 0.02, rounds: 1 },
  { name: '60 min fine 2 s', file: sixty, question: fine, goal: 0.02, rounds: 1 },
];
