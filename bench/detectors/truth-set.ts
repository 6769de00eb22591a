import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAMERA_MOVES, WIPE_DIRECTIONS } from '../../layers/domain/frames/signal.ts';
import { buildClip, CADENCES } from './build.ts';
import type { Clip, DrawnClip } from './clip.ts';
import { keepTruth, keptTruth } from './kept.ts';
import { dice } from './random.ts';
import { renderClip } from './render.ts';
import type { Errand } from './shot.ts';
import { makeSound } from './sound.ts';
import { footageSources, generatedSources } from './sources.ts';
import type { Truth } from './truth.ts';

const CLIPS = 16;
const RATES = [24, 25, 30, 30, 50, 60];
const ENCODERS = [
  ['-preset', 'veryfast', '-crf', '18'],
  ['-preset', 'veryfast', '-crf', '24'],
  ['-preset', 'veryfast', '-crf', '29'],
  ['-preset', 'veryfast', '-b:v', '300k'],
  ['-preset', 'faster', '-b:v', '800k', '-bf', '0', '-g', '60'],
];

/** A clip on disk with its truth; frame numbers are those drawn, `seconds` gives the shown time. */
export interface TruthClip {
  name: string;
  file: string;
  fps: number;
  frames: number;
  truth: Truth;
  /** Presentation time of the first kept frame at or after this one. */
  seconds(frame: number): number;
  /** The kept frame after the one shown for this frame. */
  frameAfter(frame: number): number;
  /** Duration in seconds. */
  duration: number;
  description: string;
}

const every = <T>(list: readonly T[], times: number): T[] =>
  list.flatMap((item) => Array.from({ length: times }, () => item));

/**
 * Draws and encodes the clips of one seed into `folder`, or takes those that are there already;
 * `footage` adds real material to the shots.
 */
export async function buildTruthSet(
  seed: number,
  folder: string,
  footage?: string,
): Promise<TruthClip[]> {
  const kept = keptTruth(folder, footage);
  if (kept) return kept.map(({ clip, file }) => onDisk(clip, file));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const chance = dice(seed * 7919 + 17);
  const sources = generatedSources(chance);
  if (footage) sources.push(...footageSources(footage));
  const whips: Errand[] = every(['whip_left', 'whip_right'] as const, 16);
  const moves = chance.shuffle([...every<Errand>(CAMERA_MOVES, 40), ...whips]);
  const wipes = chance.shuffle(every(WIPE_DIRECTIONS, 12));
  const lengths = chance.shuffle(
    Array.from({ length: 64 }, (_, i) => 6 + Math.round((i * 54) / 63)),
  );
  const out: { clip: DrawnClip; file: string }[] = [];
  const jobs: (() => Promise<void>)[] = [];
  for (let i = 0; i < CLIPS; i++) {
    const part = <T>(list: readonly T[]): T[] => list.filter((_, at) => at % CLIPS === i);
    const fps = RATES[i % RATES.length] ?? 30;
    const keep = CADENCES[i % 4 === 3 ? 1 + (i % 2) : i % 8 === 6 ? 2 : 0];
    const encoder = ENCODERS[i % ENCODERS.length];
    if (!keep || !encoder) throw new RangeError('clip tables are empty');
    const grain = [0, 0, 3, 6][(i + (i >> 2)) % 4] ?? 0;
    const clip = buildClip(
      { name: `clip-${String(i).padStart(2, '0')}`, fps, keep, encoder, grain },
      {
        moves: part(moves),
        wipes: part(wipes),
        dissolves: part(lengths),
        inserts: 3,
        flashes: 3,
        overlays: 3,
      },
      sources,
      chance,
    );
    const { samples, silences } = makeSound(clip.frames / fps, chance);
    clip.truth.silences.push(...silences);
    const sound = join(folder, `${clip.name}.s16`);
    writeFileSync(sound, Buffer.from(samples.buffer));
    const file = join(folder, `${clip.name}.mp4`);
    jobs.push(() => renderClip(clip, sound, file));
    out.push({ clip: drawn(clip), file });
  }
  // Two at a time: drawing is one thread, each encoder another.
  const drain = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  };
  await Promise.all([drain(), drain()]);
  keepTruth(folder, footage, out);
  return out.map(({ clip, file }) => onDisk(clip, file));
}

const drawn = ({ name, fps, frames, truth, encoder, grain, keep }: Clip): DrawnClip => ({
  name,
  fps,
  frames,
  truth,
  encoder,
  grain,
  cadence: CADENCES.indexOf(keep),
});

function onDisk(clip: DrawnClip, file: string): TruthClip {
  const keep = CADENCES[clip.cadence];
  if (!keep) throw new RangeError('no such cadence');
  const kept = (frame: number): number => {
    let shown = frame;
    while (shown < clip.frames && !keep.test(shown)) shown++;
    return shown;
  };
  return {
    name: clip.name,
    file,
    fps: clip.fps,
    frames: clip.frames,
    truth: clip.truth,
    seconds: (frame) => kept(frame) / clip.fps,
    frameAfter: (frame) => kept(kept(frame) + 1),
    duration: clip.frames / clip.fps,
    description: `${clip.fps} fps, grain ${clip.grain}, ${clip.encoder.slice(2).join(' ')}, ${clip.cadence === 0 ? 'constant' : 'variable'} rate`,
  };
}
