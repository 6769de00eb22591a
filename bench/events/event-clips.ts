import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepClips, keptClips, stampOf } from '../detectors/kept.ts';
import { dice } from '../detectors/random.ts';
import { renderClip } from '../detectors/render.ts';
import type { Truth } from '../detectors/truth.ts';
import type { TruthClip } from '../detectors/truth-set.ts';
import { type Happening, USUAL } from './happening.ts';
import type { OneShot } from './one-shots.ts';
import { planClip } from './plan.ts';

const SHOTS = 5;
const SIZES = [
  { width: 320, height: 180 },
  { width: 426, height: 240 },
  { width: 480, height: 270 },
  { width: 640, height: 360 },
  { width: 320, height: 240 },
];
const RATES = [24, 25, 30];
const ENCODERS = [
  ['-preset', 'veryfast', '-crf', '18'],
  ['-preset', 'veryfast', '-crf', '23'],
  ['-preset', 'medium', '-crf', '28'],
  ['-preset', 'veryfast', '-crf', '33'],
  ['-preset', 'faster', '-b:v', '300k', '-g', '50'],
  ['-c:v', 'mpeg4', '-q:v', '5'],
];

/** Files that decide what is drawn. */
const DRAWING = [
  ...['arrivals', 'camera', 'choose-take', 'event-clips', 'layers', 'one-shots', 'plan']
    .concat(['shot-effects', 'shot-filters', 'subtitles', 'take'])
    .map((name) => `${name}.ts`),
  ...['effects', 'picture', 'random', 'render'].map((name) => `../detectors/${name}.ts`),
  ...['draw-clips', 'layers'].map((name) => `../overlays/${name}.ts`),
].map((name) => join(import.meta.dirname, name));

interface EventClip {
  name: string;
  file: string;
  fps: number;
  frames: number;
  truth: Truth;
  description: string;
}

/**
 * Edits clips of five shots out of one-shot ones, or takes those that are there already. A seed
 * gives the same clips of the same sources; each kind of event has its share of them.
 */
export async function eventClips(
  { seed, count }: { seed: number; count: number },
  sources: readonly OneShot[],
  folder: string,
  { events: happening, joins: between }: Happening = USUAL,
): Promise<TruthClip[]> {
  const list = join(folder, 'clips.json');
  const stamp = stampOf(DRAWING, JSON.stringify({ seed, count, sources, happening, between }));
  const kept = keptClips<EventClip>(list, stamp);
  if (kept) return kept.map(onDisk);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const chance = dice(seed * 15_485_863 + 11);
  const deck = <T>(cards: readonly T[], length: number): T[] => {
    const all = Array.from({ length }, (_, i) => cards[i % cards.length] as T);
    return chance.shuffle(all);
  };
  const events = deck(chance.shuffle(happening), count * SHOTS);
  const joins = deck(chance.shuffle(between), count * (SHOTS - 1));
  const clips: EventClip[] = [];
  for (let i = 0; i < count; i++) {
    const encoder = ENCODERS[i % ENCODERS.length] ?? [];
    const name = `clip-${String(i).padStart(2, '0')}`;
    const size = chance.pick(SIZES);
    const happens = events.splice(0, SHOTS);
    const clip = planClip(
      { name, encoder, size, fps: chance.pick(RATES) },
      happens,
      joins.splice(0, SHOTS - 1),
      sources,
      chance,
    );
    const file = join(folder, `${name}.mp4`);
    await renderClip(clip, undefined, file);
    const { fps, frames, truth } = clip;
    const description = `${size.width}x${size.height}, ${fps} fps, ${encoder.join(' ')}: ${happens.join(', ')}`;
    clips.push({ name, file, fps, frames, truth, description });
  }
  keepClips(list, stamp, clips);
  return clips.map(onDisk);
}

const onDisk = (clip: EventClip): TruthClip => ({
  ...clip,
  seconds: (frame) => frame / clip.fps,
  frameAfter: (frame) => frame + 1,
  duration: clip.frames / clip.fps,
});
