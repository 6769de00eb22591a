import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DrawnClip } from './clip.ts';

/** Files that decide what is drawn; where one of them changed, a set is drawn anew. */
const DRAWING = ['build', 'clip', 'effects', 'picture', 'random', 'render', 'shot', 'sound']
  .concat(['sources', 'truth-set'])
  .map((name) => join(import.meta.dirname, `${name}.ts`));

interface Kept {
  stamp: string;
  clips: { clip: DrawnClip; file: string }[];
}

function stampOf(footage: string | undefined): string {
  const hash = createHash('sha256').update(footage ?? '');
  for (const file of footage ? [...DRAWING, join(footage, 'truth.json')] : DRAWING) {
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** The clips in a folder, when they are those that would be drawn now. */
export function keptTruth(folder: string, footage: string | undefined): Kept['clips'] | undefined {
  const file = join(folder, 'truth.json');
  if (!existsSync(file)) return undefined;
  const kept: Kept = JSON.parse(readFileSync(file, 'utf8'));
  return kept.stamp === stampOf(footage) ? kept.clips : undefined;
}

/** Remembers what was drawn into a folder. */
export function keepTruth(folder: string, footage: string | undefined, clips: Kept['clips']): void {
  const kept: Kept = { stamp: stampOf(footage), clips };
  writeFileSync(join(folder, 'truth.json'), JSON.stringify(kept));
}
