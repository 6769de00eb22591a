import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Clip } from './clip.ts';
import { blank, copyDisc, copyRegion, mixInto, type Picture } from './picture.ts';
import type { Direction } from './truth.ts';

const SIZE = { width: 480, height: 270 };

/** Lays over `target` what a wipe shows of the picture that comes. */
function wipe(target: Picture, other: Picture, direction: Direction, share: number): void {
  if (direction === 'out') copyDisc(target, other, share, { outside: false });
  else if (direction === 'in') copyDisc(target, other, 1 - share, { outside: true });
  else copyRegion(target, other, uncovered(direction, share));
}

type Straight = Exclude<Direction, 'out' | 'in'>;

function uncovered(direction: Straight, share: number): [number, number, number, number] {
  if (direction === 'right') return [0, 0, share, 1];
  if (direction === 'left') return [1 - share, 0, 1, 1];
  if (direction === 'down') return [0, 0, 1, share];
  return [0, 1 - share, 1, 1];
}

function drawFrame(clip: Clip, frame: number, target: Picture, other: Picture): void {
  const index = clip.shots.findLastIndex((placed) => placed.from <= frame);
  const now = clip.shots[index];
  if (!now) return;
  const { entrance } = now;
  const before = clip.shots[index - 1];
  const inside = frame - now.from;
  if (!before || inside >= entrance.frames) {
    now.shot.draw(inside, target);
    return;
  }
  before.shot.draw(frame - before.from, target);
  now.shot.draw(inside, other);
  const share = (inside + 1) / (entrance.frames + 1);
  if (entrance.kind === 'dissolve') mixInto(target, other, share);
  else wipe(target, other, entrance.direction, share);
}

/** Film grain: one long table of noise, entered at another place for each frame. */
function grainTable(sigma: number): Int8Array {
  const table = new Int8Array(1 << 18);
  let state = 12345;
  for (let i = 0; i < table.length; i++) {
    let sum = 0;
    for (let j = 0; j < 4; j++) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      sum += state >>> 8;
    }
    table[i] = Math.round((sum / 2 ** 24 - 2) * 1.73 * sigma);
  }
  return table;
}

/** Draws a clip, and its sound if there is any, into an MP4 file. */
export async function renderClip(
  clip: Clip,
  sound: string | undefined,
  file: string,
): Promise<void> {
  const { width, height } = clip.size ?? SIZE;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`];
  const heard = sound === undefined ? [] : ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', sound];
  const coded = sound === undefined ? [] : ['-map', '1:a', '-c:a', 'aac', '-b:a', '96k'];
  const encoder = spawn(
    'ffmpeg',
    [
      '-v',
      'error',
      '-y',
      ...input,
      '-r',
      String(clip.fps),
      '-i',
      'pipe:0',
      ...heard,
      '-map',
      '0:v',
      '-vf',
      `select='${clip.keep.expression}'`,
      '-vsync',
      'vfr',
      '-c:v',
      'libx264',
      '-threads',
      '2',
      ...clip.encoder,
      ...coded,
      file,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const done = once(encoder, 'close');
  const target = blank(width, height);
  const other = blank(width, height);
  const table = clip.grain > 0 ? grainTable(clip.grain) : undefined;
  let held: Buffer | undefined;
  for (let frame = 0; frame < clip.frames; frame++) {
    const active = clip.effects.filter((effect) => effect.from <= frame && frame < effect.to);
    const holding = active.some((effect) => effect.apply === 'hold' && effect.from < frame);
    if (!holding || !held) {
      drawFrame(clip, frame, target, other);
      for (const { apply } of active) if (apply !== 'hold') apply(target, frame);
      held = Buffer.from(target.data);
      if (table) {
        let at = (Math.imul(frame, 2654435761) >>> 14) & (table.length - 1);
        for (let i = 0; i < width * height; i++, at = (at + 1) & (table.length - 1)) {
          const value = (held[i] as number) + (table[at] as number);
          held[i] = Math.max(16, Math.min(value, 235));
        }
      }
    }
    if (!encoder.stdin.write(held)) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = await done;
  if (code !== 0) throw new Error(`encoding ${clip.name} ended with ${code}`);
}
