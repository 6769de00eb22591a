import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DrawnClip } from './clip.ts';

/** Files that decide what is drawn; where one of them changed, a set is drawn anew. */
const DRAWING = ['build', 'clip', 'effects', 'picture', 'random', 'render', 'shot', 'sound']
  .concat(['sources', 'truth-set'])
  .map((name) => join(import.meta.dirname, `${name}.ts`));

interface Kept<T> {
  stamp: string;
  clips: T[];
}

interface DrawnTruth {
  clip: DrawnClip;
  file: string;
}

/** Tells one state of some files, and of words, from any other. */
export function stampOf(files: readonly string[], words = ''): string {
  const hash = createHash('sha256').update(words);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** The clips in a list, when they are those that would be drawn now. */
export function keptClips<T>(list: string, stamp: string): T[] | undefined {
  if (!existsSync(list)) return undefined;
  const kept: Kept<T> = JSON.parse(readFileSync(list, 'utf8'));
  return kept.stamp === stamp ? kept.clips : undefined;
}

/** Remembers what was drawn. */
export function keepClips<T>(list: string, stamp: string, clips: T[]): void {
  const kept: Kept<T> = { stamp, clips };
  writeFileSync(list, JSON.stringify(kept));
}

const truthStamp = (footage = ''): string =>
  stampOf(footage === '' ? DRAWING : [...DRAWING, join(footage, 'truth.json')], footage);

export const keptTruth = (folder: string, footage?: string): DrawnTruth[] | undefined =>
  keptClips(join(folder, 'truth.json'), truthStamp(footage));

export const keepTruth = (folder: string, footage: string | undefined, clips: DrawnTruth[]): void =>
  keepClips(join(folder, 'truth.json'), truthStamp(footage), clips);
