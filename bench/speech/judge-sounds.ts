import type { SpeechFinder, Stretch } from '../../layers/app/ports/transcript/speech.ts';
import { RATE } from './mix.ts';
import { drawSounds } from './sounds.ts';

const GOAL = 0.98;

interface Row {
  sounds: number;
  right: number;
  /** Seconds by which what is handed on begins and ends beside the voice. */
  readonly starts: number[];
  readonly ends: number[];
}

/** Prints whether voices are told from all else, how exactly, and what an hour of it costs. */
export async function judgeSounds(finder: SpeechFinder, seed: number, folder: string) {
  const rows = new Map<string, Row>();
  const sums = { sounds: 0, found: 0, missed: 0, invented: 0, seconds: 0, cpuSeconds: 0 };
  for await (const { kind, samples, spoken } of drawSounds(seed, folder)) {
    const before = process.cpuUsage();
    const { isSpeech, stretches } = await judged(finder, samples);
    const { user, system } = process.cpuUsage(before);
    sums.cpuSeconds += (user + system) / 1e6;
    sums.seconds += samples.length / RATE;
    sums.sounds++;
    if (isSpeech && spoken) sums.found++;
    if (!isSpeech && spoken) sums.missed++;
    if (isSpeech && !spoken) sums.invented++;
    const row = rows.get(kind) ?? { sounds: 0, right: 0, starts: [], ends: [] };
    rows.set(kind, row);
    row.sounds++;
    if (isSpeech === (spoken !== null)) row.right++;
    const [first, last] = [stretches[0], stretches.at(-1)];
    if (!spoken || !first || !last) continue;
    row.starts.push(first.start - spoken[0]);
    row.ends.push(last.start + last.samples.length / RATE - spoken[1]);
  }
  print(rows, sums);
}

async function judged(finder: SpeechFinder, samples: Int16Array) {
  const pieces = async function* () {
    for (let at = 0; at < samples.length; at += RATE) yield samples.slice(at, at + RATE);
  };
  const judging = finder.judge(pieces(), [0, samples.length / RATE]);
  const stretches: Stretch[] = [];
  for (;;) {
    const { value, done } = await judging.next();
    if (done) return { isSpeech: value.is_speech, stretches };
    stretches.push(value);
  }
}

interface Sums {
  readonly sounds: number;
  readonly found: number;
  readonly missed: number;
  readonly invented: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

function print(
  rows: ReadonlyMap<string, Row>,
  { sounds, found, missed, invented, seconds, cpuSeconds }: Sums,
): void {
  const columns = ['n', 'right', 'starts by s', 'ends by s'];
  console.log(`${'sounds'.padEnd(24)}${columns.map((column) => column.padStart(12)).join('')}`);
  for (const [kind, { sounds: n, right, starts, ends }] of rows) {
    const cells = [String(n), String(right), median(starts), median(ends)];
    console.log(`${kind.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  }
  const f1 = ((2 * found) / (2 * found + missed + invented)).toFixed(3);
  console.log(
    `${sounds} sounds: ${found} voices found, ${missed} missed, ${invented} invented, F1 ${f1} (goal ${GOAL})`,
  );
  console.log(`${((3600 * cpuSeconds) / seconds).toFixed(1)} s of CPU for an hour of sound\n`);
}

function median(values: readonly number[]): string {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return middle === undefined ? '' : middle.toFixed(2);
}
