import { execFile } from 'node:child_process';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Dice } from '../detectors/random.ts';
import { RATE } from './mix.ts';
import { recorded } from './spoken.ts';

const run = promisify(execFile);
/** Where Debian puts recorded instruments (`apt install fluidsynth timgm6mb-soundfont`). */
const SOUNDFONT = '/usr/share/sounds/sf2/default-GM.sf2';

/** Programs of General MIDI by how they sound; drums are a channel of their own. */
const PROGRAMS = {
  plucked: [24, 25, 26, 27, 32, 45, 46, 104, 105, 106],
  bowed: [40, 41, 42, 43, 44, 48, 110],
  struck: [0, 4, 9, 11, 12, 13, 47, 114],
  blown: [56, 57, 60, 65, 68, 71, 73, 75],
  choir: [52, 53, 54],
  applause: [126],
  drums: [],
} as const;
export type Instruments = keyof typeof PROGRAMS;
export const INSTRUMENTS = Object.keys(PROGRAMS) as Instruments[];

const DRUM_CHANNEL = 9;
const DRUM_KEYS = [36, 38, 42, 45, 46, 49, 50];
/** Two quarters pass in a second. */
const TICKS_A_QUARTER = 50;

export const hasSoundfont = (): Promise<boolean> =>
  access(SOUNDFONT).then(
    () => true,
    () => false,
  );

/** Seconds of recorded instruments that play what the dice choose, by fluidsynth. */
export async function recordedInstruments(
  dice: Dice,
  kind: Instruments,
  seconds: number,
  folder: string,
): Promise<Float64Array> {
  const [midi, wav] = [join(folder, 'played.mid'), join(folder, 'played.wav')];
  const chunk = (name: string, bytes: readonly number[]) =>
    Buffer.concat([Buffer.from(name), fourBytes(bytes.length), Buffer.from(bytes)]);
  const header = chunk('MThd', [0, 0, 0, 1, 0, TICKS_A_QUARTER]);
  await writeFile(midi, Buffer.concat([header, chunk('MTrk', track(dice, kind, seconds))]));
  await run('fluidsynth', ['-ni', '-F', wav, '-r', String(RATE), SOUNDFONT, midi]);
  return recorded(wav, seconds);
}

/** Notes one after another, as the events of a MIDI track. */
function track(dice: Dice, kind: Instruments, seconds: number): number[] {
  const channel = kind === 'drums' ? DRUM_CHANNEL : 0;
  const events = kind === 'drums' ? [] : [0, 0xc0, dice.pick<number>(PROGRAMS[kind])];
  const beat = kind === 'applause' ? 4 * TICKS_A_QUARTER : dice.whole(20, 60);
  const root = dice.whole(45, 62);
  for (let at = 0; at < 2 * TICKS_A_QUARTER * seconds; at += beat) {
    const key = kind === 'drums' ? dice.pick(DRUM_KEYS) : root + dice.whole(0, 14);
    const wait = beat < 128 ? [beat] : [0x80 | (beat >> 7), beat & 127];
    events.push(0, 0x90 | channel, key, dice.whole(60, 120), ...wait, 0x80 | channel, key, 0);
  }
  return [...events, 0, 0xff, 0x2f, 0];
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
