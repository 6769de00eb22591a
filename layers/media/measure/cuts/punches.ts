import { at, FINE, PIXELS, real, SIDE } from '../pictures/grey.ts';
import type { History } from '../pictures/history.ts';
import {
  PUNCH_BESIDE,
  PUNCH_CALM,
  PUNCH_CELL,
  PUNCH_CELLS,
  PUNCH_CHANGE,
  PUNCH_EXPLAINED,
  PUNCH_OF_SPREAD,
  PUNCH_PLACES,
  PUNCH_SCALES,
  PUNCH_SHIFTS,
} from './thresholds.ts';

const { abs, floor, max, min } = Math;

/**
 * True where one view is shown closer, or from further away, from one frame to the next, as an
 * editor does it (a punch-in): the step stands alone, and one picture grown about some place makes
 * the other, which no shift does as well. No camera zooms by so much in one frame.
 * @param near frames on either side that must be calm
 * @param since changes before this frame are explained
 */
export function isPunch(history: History, frame: number, near: number, since: number): boolean {
  const change = history.change(frame);
  if (change < PUNCH_CHANGE || !standsAlone(history, frame, near, since)) return false;
  if (changedCells(history.grey(frame - 1), history.grey(frame)) < PUNCH_CELLS) return false;
  const shifted = least(history.fine(frame - 1), history.grey(frame), [1], PUNCH_SHIFTS);
  const grown = min(closer(history, frame - 1, frame), closer(history, frame, frame - 1));
  const spread = min(history.spread(frame - 1), history.spread(frame));
  return (
    grown <= PUNCH_EXPLAINED * change &&
    grown <= PUNCH_BESIDE * shifted &&
    grown <= PUNCH_OF_SPREAD * spread
  );
}

function standsAlone(history: History, frame: number, near: number, since: number): boolean {
  const most = PUNCH_CALM * history.change(frame);
  const first = max(1, since, frame - near);
  const last = min(history.count - 1, frame + near);
  if (first >= frame || last <= frame) return false;
  for (let beside = first; beside <= last; beside++) {
    if (beside !== frame && history.change(beside) > most) return false;
  }
  return true;
}

/** Share of the cells that changed. */
function changedCells(before: Uint8Array, after: Uint8Array): number {
  let changed = 0;
  for (let i = 0; i < PIXELS; i++) if (abs(at(before, i) - at(after, i)) >= PUNCH_CELL) changed++;
  return changed / PIXELS;
}

const closer = (history: History, wide: number, close: number): number =>
  least(history.fine(wide), history.grey(close), PUNCH_SCALES, PUNCH_PLACES);

/** What the best of some scales and places leaves, in mean grey levels. */
function least(
  wide: Uint8Array,
  close: Uint8Array,
  scales: readonly number[],
  places: readonly number[],
): number {
  let best = Number.POSITIVE_INFINITY;
  for (const scale of scales) {
    // From one side of the wide picture to the other; a shift goes beyond them.
    const room = scale === 1 ? 1 : (1 - 1 / scale) / 2;
    for (const y of places) {
      for (const x of places) best = min(best, left(wide, close, scale, x * room, y * room));
    }
  }
  return best;
}

const differences = new Float32Array(PIXELS);

/**
 * Mean grey levels, light aside, by which a picture differs from a part of a wider one: coarse greys
 * from fine ones, whose detail is that of the part.
 */
function left(wide: Uint8Array, close: Uint8Array, scale: number, dx: number, dy: number): number {
  const columns = placed(scale, dx);
  const rows = placed(scale, dy);
  let cells = 0;
  let sum = 0;
  for (let y = 0; y < SIDE; y++) {
    const v = real(rows, y);
    if (v < 0 || v >= FINE - 1) continue;
    for (let x = 0; x < SIDE; x++) {
      const u = real(columns, x);
      if (u < 0 || u >= FINE - 1) continue;
      const i = floor(v) * FINE + floor(u);
      const [p, q] = [u - floor(u), v - floor(v)];
      const above = at(wide, i) * (1 - p) + at(wide, i + 1) * p;
      const below = at(wide, i + FINE) * (1 - p) + at(wide, i + FINE + 1) * p;
      const difference = above * (1 - q) + below * q - at(close, y * SIDE + x);
      differences[cells++] = difference;
      sum += difference;
    }
  }
  const light = sum / cells;
  let apart = 0;
  for (let i = 0; i < cells; i++) apart += abs(real(differences, i) - light);
  return apart / cells;
}

/** Where in the fine greys of a wide picture the middles of the coarse cells of a close one lie. */
const placed = (scale: number, shift: number): Float32Array =>
  Float32Array.from(
    { length: SIDE },
    (_, i) => (((i + 0.5) / SIDE - 0.5) / scale + 0.5 + shift) * FINE - 0.5,
  );
