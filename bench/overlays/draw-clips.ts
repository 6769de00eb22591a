import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepClips, keptClips, stampOf } from '../detectors/kept.ts';
import { type Dice, dice } from '../detectors/random.ts';
import { ffmpegBytes } from '../detectors/sources.ts';
import { ALL_GROUNDS } from './grounds.ts';
import { layerFilters } from './layers.ts';

/** Seconds of a clip, and when what lies over it comes and goes. */
const SECONDS = 7;
const SIZES = ['640x360', '854x480', '480x270', '640x480', '360x640'];
const RATES = [24, 25, 30, 50];
const ENCODERS = [
  ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18'],
  ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25'],
  ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '31'],
  ['-c:v', 'mpeg4', '-q:v', '6'],
];

/** Files that decide what is drawn. */
const DRAWING = ['draw-clips', 'grounds', 'layers'].map((name) =>
  join(import.meta.dirname, `${name}.ts`),
);

/** A clip on disk, and what lies over its picture: seconds, and fractions of the picture. */
export interface OverlayClip {
  name: string;
  file: string;
  fps: number;
  duration: number;
  overlays: { start: number; end: number; region: [number, number, number, number] }[];
}

/** The box of what filters draw over plain grey at a second, as fractions. */
export function regionOf(
  filters: string,
  size: string,
  at: number,
): [number, number, number, number] {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const graph = `color=c=0x707070:s=${size}:r=25:d=${SECONDS}${filters}`;
  const args = ['-f', 'lavfi', '-i', graph, '-ss', String(at), '-frames:v', '1'];
  const grey = ffmpegBytes([...args, '-f', 'rawvideo', '-pix_fmt', 'gbrp', '-']);
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  for (let i = 0; i < grey.length; i++) {
    if (Math.abs((grey[i] as number) - 0x70) < 12) continue;
    const x = i % width;
    const y = Math.floor(i / width) % height;
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
  }
  return [x0 / width, y0 / height, x1 / width, y1 / height];
}

function drawClip(number: number, folder: string, chance: Dice): OverlayClip {
  const name = `over-${String(number).padStart(3, '0')}`;
  const size = chance.pick(SIZES);
  const fps = chance.pick(RATES);
  const ground = chance.pick(ALL_GROUNDS)(chance, { size, fps });
  const overlays: OverlayClip['overlays'] = [];
  let filters = '';
  // A fifth has nothing over it: whatever is said of those is wrong.
  const count = chance.pick([0, 1, 1, 1, 2]);
  for (let i = 0; i < count; i++) {
    const start = Math.round((chance.between(0.8, 1.6) + 2.9 * i) * fps) / fps;
    const stays = chance.chance(0.35) && i === count - 1;
    const end = stays ? SECONDS : Math.round((start + chance.between(1.2, 2.6)) * fps) / fps;
    const layer = layerFilters(chance, { id: `${i}`, start, end, stays });
    filters += layer;
    const region = regionOf(layer, size, (start + end) / 2);
    if (region[2] > region[0]) overlays.push({ start, end, region });
  }
  const file = join(folder, `${name}.mp4`);
  const graph = `${ground}${filters},format=yuv420p`;
  const encoder = [...chance.pick(ENCODERS), '-threads', '2'];
  ffmpegBytes(['-y', '-f', 'lavfi', '-i', graph, '-t', String(SECONDS), ...encoder, file]);
  return { name, file, fps, duration: SECONDS, overlays };
}

/**
 * Draws clips with ffmpeg's own sources and filters, or takes those that are there already:
 * writing, boxes, logos and small pictures over whatever moves.
 */
export function drawOverlayClips(seed: number, count: number, folder: string): OverlayClip[] {
  const list = join(folder, 'clips.json');
  const stamp = stampOf(DRAWING, `${seed} ${count}`);
  const kept = keptClips<OverlayClip>(list, stamp);
  if (kept) return kept;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const chance = dice(seed * 104_729 + 3);
  const clips = Array.from({ length: count }, (_, i) => drawClip(i, folder, chance));
  keepClips(list, stamp, clips);
  return clips;
}
