import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { wavOf } from '../../layers/adapters/speech/wav.ts';
import { type Dice, dice } from '../detectors/random.ts';
import { TEXTS, VOICES } from './clips.ts';
import { plainWords } from './word-errors.ts';

const run = promisify(execFile);
const RATE = 16_000;
const SEED = 7_310;

export interface TimedWord {
  readonly word: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** A recording of which it is known what is said. */
export interface Recording {
  readonly kind: string;
  readonly file: string;
  readonly text: string;
  /** Empty where no times are known. */
  readonly words: readonly TimedWord[];
}

/**
 * Sentences put together out of words that were spoken one by one, so that each word's time is
 * known to the sample. They sound choppy, which makes them harder than speech.
 */
export async function spokenWordByWord(folder: string): Promise<Recording[]> {
  const chance = dice(SEED);
  const recordings: Recording[] = [];
  for (const voice of VOICES.slice(0, 3)) {
    for (const text of TEXTS) {
      const { samples, words } = await speak(plainWords(text), voice, chance);
      const file = join(folder, `words-${recordings.length}.wav`);
      await writeFile(file, wavOf(samples));
      recordings.push({ kind: `word by word, ${voice}`, file, text, words });
    }
  }
  return recordings;
}

async function speak(words: readonly string[], voice: string, chance: Dice) {
  const parts: Int16Array[] = [new Int16Array(Math.round(chance.between(0.3, 1.2) * RATE))];
  const timed: TimedWord[] = [];
  let at = parts[0]?.length ?? 0;
  for (const word of words) {
    const sound = withoutSilence(await synthesise(word, voice));
    // Now and then a long pause, in which times must not drift.
    const pause = chance.chance(0.1) ? chance.between(1, 2.5) : chance.between(0.05, 0.2);
    const gap = new Int16Array(Math.round(pause * RATE));
    timed.push({ word, start: at / RATE, end: (at + sound.length) / RATE });
    parts.push(sound, gap);
    at += sound.length + gap.length;
  }
  const samples = new Int16Array(at);
  let filled = 0;
  for (const part of parts) {
    samples.set(part, filled);
    filled += part.length;
  }
  return { samples, words: timed };
}

async function synthesise(word: string, voice: string): Promise<Int16Array> {
  const source = `flite=text='${word.replaceAll("'", '')}':voice=${voice}`;
  const args = ['-v', 'error', '-f', 'lavfi', '-i', source, '-ar', String(RATE), '-ac', '1'];
  const { stdout } = await run('ffmpeg', [...args, '-f', 's16le', 'pipe:1'], {
    encoding: 'buffer',
  });
  return Int16Array.from({ length: stdout.length >> 1 }, (_, i) => stdout.readInt16LE(2 * i));
}

/** A hundredth of the loudest sample is where a word is taken to begin and to end. */
function withoutSilence(samples: Int16Array): Int16Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const heard = (sample: number) => Math.abs(sample) > loudest / 50;
  return samples.slice(samples.findIndex(heard), samples.findLastIndex(heard) + 1);
}

const SOUND = ['.wav', '.mp3', '.flac', '.m4a', '.mp4', '.webm', '.ogg'];

/**
 * The recordings of a folder whose texts are known: from `truth.json` [{ file, truth: { text,
 * words? } }], or from a text file of the same name.
 */
export async function recordingsIn(folder: string): Promise<Recording[]> {
  const truths = new Map<string, { text?: string; words?: TimedWord[] }>();
  const list = await readFile(join(folder, 'truth.json'), 'utf8').catch(() => '[]');
  for (const { file, truth } of JSON.parse(list)) truths.set(file, truth);
  const recordings: Recording[] = [];
  for (const name of (await readdir(folder)).sort()) {
    if (!SOUND.includes(extname(name))) continue;
    const beside = join(folder, `${basename(name, extname(name))}.txt`);
    const { text = await readFile(beside, 'utf8').catch(() => undefined), words = [] } =
      truths.get(name) ?? {};
    if (text === undefined) continue;
    recordings.push({ kind: 'recordings', file: join(folder, name), text, words });
  }
  return recordings;
}
