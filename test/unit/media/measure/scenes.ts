import type { Signal } from '../../../../layers/domain/frames/signal.ts';
import type { Technical } from '../../../../layers/domain/frames/technical.ts';
import { type MeasureOptions, startMeasurement } from '../../../../layers/media/measure/measure.ts';

const SIDE = 64;
/** Points that a picture is drawn at, each way: two in each cell. */
const POINTS = 2 * SIDE;
// Looked up once: a global is slow to reach from a test's own realm.
const { cos, floor, imul, max, min, round } = Math;

/** Steps of a turn, a power of two: lines between them are within 4e-7 of the sine. */
const TURN = 4096;
const SINES = Float64Array.from({ length: TURN + 1 }, (_, i) => Math.sin((2 * Math.PI * i) / TURN));

/** The sine of an angle in radians, several times as fast as of `Math`. */
function sin(angle: number): number {
  const steps = (angle * TURN) / (2 * Math.PI);
  const whole = floor(steps);
  const from = SINES[whole & (TURN - 1)] as number;
  return from + (steps - whole) * ((SINES[(whole & (TURN - 1)) + 1] as number) - from);
}

/** A picture as a function of the place, 0 to 1 each way; values are grey levels. */
export type Picture = (x: number, y: number) => number;

/** Hills of a few waves: smooth enough to shift by parts of a cell, unlike for every seed. */
export function landscape(seed: number): Picture {
  let state = imul(seed + 1, 2654435761) >>> 0;
  const next = (): number => {
    state = (imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let i = 0; i < 5; i++) next();
  const waves = Array.from({ length: 5 }, () => {
    const turn = next() * 6.283;
    const rate = 4 + 16 * next();
    return { kx: cos(turn) * rate, ky: sin(turn) * rate, phase: next() * 6.283 };
  });
  const base = 95 + 60 * next();
  const at: Picture = (x, y) => {
    let sum = 0;
    for (const { kx, ky, phase } of waves) sum += 17 * sin(kx * x + ky * y + phase);
    return base + sum;
  };
  // A picture that stands still is asked for the same points in every frame.
  const known = new Float64Array(POINTS * POINTS).fill(Number.NaN);
  return (x, y) => {
    const [column, row] = [x * POINTS - 0.5, y * POINTS - 0.5];
    if (column !== floor(column) || row !== floor(row)) return at(x, y);
    if (min(column, row) < 0 || max(column, row) >= POINTS) return at(x, y);
    const place = row * POINTS + column;
    if (Number.isNaN(known[place])) known[place] = at(x, y);
    return known[place] as number;
  };
}

export const flat =
  (level: number): Picture =>
  () =>
    level;

const views = new WeakMap<Picture, Map<string, Picture>>();

/**
 * What is made of a picture; the same each time it is made in the same way, so that it is drawn
 * once.
 */
export function once(picture: Picture, way: string, make: () => Picture): Picture {
  const known = views.get(picture) ?? new Map<string, Picture>();
  views.set(picture, known);
  const made = known.get(way) ?? make();
  known.set(way, made);
  return made;
}

/** What a camera sees of a picture from another place, or closer. */
export const seen = (picture: Picture, dx: number, dy = 0, zoom = 1): Picture =>
  once(
    picture,
    `${dx} ${dy} ${zoom}`,
    () => (x, y) => picture(0.5 + (x - 0.5) / zoom + dx, 0.5 + (y - 0.5) / zoom + dy),
  );

export function mixed(a: Picture, b: Picture, share: number): Picture {
  if (share === 0) return a;
  if (share === 1) return b;
  return (x, y) => a(x, y) * (1 - share) + b(x, y) * share;
}

const drawn = new WeakMap<Picture, Uint8Array>();

/** Draws at 2 x 2 points a cell, as area scaling would. */
export function grey(picture: Picture): Uint8Array {
  const known = drawn.get(picture);
  if (known) return known;
  const out = new Uint8Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row++) {
    const [above, below] = [(row + 0.25) / SIDE, (row + 0.75) / SIDE];
    for (let column = 0; column < SIDE; column++) {
      const [left, right] = [(column + 0.25) / SIDE, (column + 0.75) / SIDE];
      const sum =
        picture(left, above) + picture(right, above) + picture(left, below) + picture(right, below);
      out[row * SIDE + column] = max(0, min(255, round(sum / 4)));
    }
  }
  drawn.set(picture, out);
  return out;
}

/** Noise that is different in every frame and the same in every run. */
export function noisy(picture: Uint8Array, frame: number, level: number): Uint8Array {
  let state = (frame + 1) * 2654435761;
  return picture.map((value) => {
    state = (imul(state, 1664525) + 1013904223) >>> 0;
    return max(0, min(255, value + round((state / 2 ** 32 - 0.5) * 2 * level)));
  });
}

/** Measures `seconds` of frames that `draw` gives for each frame number. */
export function measured(
  draw: (frame: number) => Uint8Array | Picture,
  seconds: number,
  options: Partial<MeasureOptions> & { times?: (frame: number) => number } = {},
): { technical: Technical; signal: Signal } {
  const frameRate = options.frameRate ?? 25;
  const time = options.times ?? ((frame: number) => frame / frameRate);
  const measurement = startMeasurement({
    window: [0, seconds],
    detectors: true,
    signals: 'full',
    hasAudio: false,
    ...options,
    frameRate,
  });
  for (let frame = 0; time(frame) < seconds - 1e-9; frame++) {
    const picture = draw(frame);
    measurement.frame(time(frame), typeof picture === 'function' ? grey(picture) : picture);
  }
  const { technical, signal } = measurement.finish();
  return { technical, signal: signal ?? { ...EMPTY } };
}

const EMPTY: Signal = { mode: 'basic', frames_read: 0, inserts: [], flashes: [], dissolves: [] };

/** 0 before `from`, 1 after `to`, a ramp between. */
export const ramp = (frame: number, from: number, to: number): number =>
  max(0, min(1, (frame - from + 1) / (to - from + 1)));
