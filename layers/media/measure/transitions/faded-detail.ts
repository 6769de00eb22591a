import type { History } from '../pictures/history.ts';
import { DETAIL_LEAST, DETAIL_MIDDLE } from './thresholds.ts';

const { abs, max, min } = Math;

/**
 * How far the detail of the frames between two is from that of a dissolve, as a share of what a
 * dissolve takes of it; 1 and more is none. Of two pictures that have nothing to do with each other
 * a mixture has (1 - share)^2 of the energy of the one and share^2 of that of the other: half of it
 * half way. What moves within them keeps its energy, so this holds for lively shots as well, of
 * which no frame lies between those at the ends.
 */
export function besideFadedDetail(history: History, start: number, end: number): number {
  const length = end - start;
  const from = (history.energy(start) + history.energy(max(history.first, start - 1))) / 2;
  const to = (history.energy(end) + history.energy(min(history.count - 1, end + 1))) / 2;
  const half = history.energy(start + (length >> 1));
  if (from + to < DETAIL_LEAST || half > DETAIL_MIDDLE * ((from + to) / 2)) return 1;
  let taken = 0;
  let off = 0;
  for (let frame = start + 1; frame < end; frame++) {
    const share = (frame - start) / length;
    const mixed = (1 - share) ** 2 * from + share ** 2 * to;
    taken += (1 - share) * from + share * to - mixed;
    off += abs(history.energy(frame) - mixed);
  }
  return taken > 0 ? off / taken : 1;
}
