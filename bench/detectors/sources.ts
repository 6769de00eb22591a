import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Picture, pictureBytes } from './picture.ts';
import type { Dice } from './random.ts';

/** Material a shot is cut from: one still picture or a short moving clip. */
export interface Source {
  name: string;
  frames: Picture[];
  /** 0 for a still. */
  fps: number;
  /** Real footage: its own camera moves, titles and stillness are nobody's truth. */
  real: boolean;
}

const WIDTH = 768;
const HEIGHT = 432;

/** Runs ffmpeg to its end and returns what it wrote to stdout. Throws with its own words. */
export function ffmpegBytes(args: string[], program: 'ffmpeg' | 'ffprobe' = 'ffmpeg'): Buffer {
  const quiet = program === 'ffmpeg' ? ['-v', 'error', '-nostdin'] : ['-v', 'error'];
  const run = spawnSync(program, [...quiet, ...args], { maxBuffer: 2 ** 31 });
  if (run.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

function pictures(args: string[]): Picture[] {
  const bytes = ffmpegBytes([...args, '-pix_fmt', 'yuv420p', '-f', 'rawvideo', '-']);
  const size = pictureBytes(WIDTH, HEIGHT);
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => ({
    width: WIDTH,
    height: HEIGHT,
    data: new Uint8Array(bytes.subarray(i * size, (i + 1) * size)),
  }));
}

const lavfi = (graph: string, frames: number): Picture[] =>
  pictures(['-f', 'lavfi', '-i', graph, '-frames:v', String(frames)]);

/**
 * Octaves of hashed noise, each half as strong as the one before: the 1/f spectrum of photographs.
 */
function field(dice: Dice): string {
  const hash = (seed: number, low: number, high: number): string =>
    `${low}+${high - low}*abs(mod(sin(X*12.9898+Y*78.233+${seed.toFixed(3)})*43758.5453,1))`;
  const steps = [3, 6, 12, 24, 48, 192];
  const softness = dice.between(1.2, 2);
  const octaves = steps.map((width, i) => {
    const seed = dice.between(0, 1000);
    const chroma =
      i < 3 ? `cb='${hash(seed + 7, 88, 168)}':cr='${hash(seed + 9, 88, 168)}'` : 'cb=128:cr=128';
    const height = Math.max(2, Math.round((width * 9) / 16));
    return `nullsrc=s=${width}x${height}:d=0.04:r=25,format=yuv444p,geq=lum='${hash(seed, 0, 255)}':${chroma},scale=${width * 8}:${height * 8}:flags=bilinear,scale=${WIDTH}:${HEIGHT}:flags=bicubic[o${i}]`;
  });
  const weights = steps.map((_, i) => (1 / softness ** i).toFixed(3)).join(' ');
  const inputs = steps.map((_, i) => `[o${i}]`).join('');
  const low = dice.between(-0.25, 0.28);
  const high = dice.between(0.66, 0.95);
  return `${octaves.join(';')};${inputs}mix=inputs=${steps.length}:weights=${weights},eq=contrast=${(0.7 + (high - low)).toFixed(2)}:brightness=${((low + high - 0.7) / 2).toFixed(2)}:saturation=1.2`;
}

/** Houses, doors, furniture: hard edges over a field. */
function boxes(dice: Dice, count: number): string {
  return Array.from({ length: count }, () => {
    const w = dice.whole(20, 220);
    const h = dice.whole(20, 260);
    const colour = `0x${dice.whole(0, 0xffffff).toString(16).padStart(6, '0')}@${dice.between(0.5, 1).toFixed(2)}`;
    return `drawbox=x=${dice.whole(-30, WIDTH - 40)}:y=${dice.whole(-30, HEIGHT - 40)}:w=${w}:h=${h}:color=${colour}:t=fill`;
  }).join(',');
}

/** Generated material; another seed gives other pictures. */
export function generatedSources(dice: Dice): Source[] {
  const size = `s=${WIDTH}x${HEIGHT}`;
  const still = (name: string, graph: string): Source => ({
    name,
    frames: lavfi(graph, 1),
    fps: 0,
    real: false,
  });
  const clip = (name: string, graph: string): Source => ({
    name,
    frames: lavfi(graph, 45),
    fps: 15,
    real: false,
  });
  const out: Source[] = [];
  for (const scale of [2.2, 0.2, 0.02, 0.002]) {
    const x = -0.743643887 + dice.between(-0.1, 0.1) * scale;
    out.push(
      still(
        `mandelbrot ${scale}`,
        `mandelbrot=${size}:start_x=${x}:start_y=-0.131825904:start_scale=${scale}:end_scale=${scale / 2}`,
      ),
    );
  }
  out.push(clip('testsrc2', `testsrc2=${size}:r=15`));
  out.push(
    clip(
      'life',
      `life=s=64x36:seed=${dice.whole(1, 999)}:mold=20:r=15:ratio=0.3:death_color=#503040:life_color=#f0e090,scale=${WIDTH}:${HEIGHT}:flags=bicubic`,
    ),
  );
  out.push(
    still(
      'cellauto',
      `cellauto=s=64x36:full=1:rule=${dice.pick([30, 110, 90])}:seed=${dice.whole(1, 99)}:ratio=0.3,scale=${WIDTH}:${HEIGHT}:flags=bicubic`,
    ),
  );
  for (let i = 0; i < 3; i++) {
    out.push(
      still(
        `gradients ${i}`,
        `gradients=${size}:seed=${dice.whole(1, 9999)}:nb_colors=${dice.whole(3, 7)}:speed=0.00001,${boxes(dice, 2)}`,
      ),
    );
  }
  for (let i = 0; i < 8; i++) out.push(still(`field ${i}`, field(dice)));
  for (let i = 0; i < 8; i++) out.push(still(`street ${i}`, `${field(dice)},${boxes(dice, 9)}`));
  return out;
}

/** A clip of the footage folder's truth.json. */
export interface FootageEntry {
  file: string;
  duration: string | null;
  streams: string[];
  truth: {
    hard_cuts_frames?: number[];
    hard_cuts_seconds?: number[];
    content_box?: { x: number; y: number; width: number; height: number };
  };
}

/** Two seconds from each shot of the clips in a folder that its truth.json calls free of cuts. */
export function footageSources(folder: string): Source[] {
  const entries: FootageEntry[] = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
  return entries
    .filter((entry) => entry.streams.some((stream) => stream.includes('video')))
    .flatMap((entry) => {
      const cuts = [0, ...(entry.truth.hard_cuts_seconds ?? []), Number(entry.duration)];
      const box = entry.truth.content_box;
      const crop = box ? `crop=${box.width}:${box.height}:${box.x}:${box.y},` : '';
      return cuts.slice(1).flatMap((end, i): Source[] => {
        const start = Math.max((cuts[i] ?? 0) + 0.3, (end + (cuts[i] ?? 0)) / 2 - 1);
        if (end - start < 2.2) return [];
        const filter = `fps=24,${crop}scale=${WIDTH}:${HEIGHT}`;
        const frames = pictures([
          '-ss',
          String(start),
          '-t',
          '2',
          '-i',
          join(folder, entry.file),
          '-vf',
          filter,
        ]);
        return [{ name: `${entry.file}@${start.toFixed(1)}`, frames, fps: 24, real: true }];
      });
    });
}
