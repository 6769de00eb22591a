import type { History } from '../pictures/history.ts';
import { besideInQuarters } from './faded-quarters.ts';
import {
  DETAIL_BESIDE,
  DETAIL_BESIDE_ALONE,
  DETAIL_BESIDE_MOST,
  DETAIL_BESIDE_UNEVEN,
  DETAIL_EVEN,
  DETAIL_HOPS,
  DETAIL_IN_QUARTERS,
  DETAIL_LEAST,
  DETAIL_MIDDLE,
  DETAIL_SHORTEST,
} from './thresholds.ts';

const { abs, max, min, round } = Math;

/**
 * How far the detail of the frames between two is from that of a dissolve, as a share of what a
 * dissolve takes of it; 1 and more is none. Of two pictures that have nothing to do with each other
 * a mixture has (1 - share)^2 of the energy of the one and share^2 of that of the other: half of it
 * half way. What moves within them keeps its energy, so this holds for lively shots as well, of
 * which no frame lies between those at the ends.
 */
export function besideFadedDetail(history: History, start: number, end: number): number {
  const { taken, off } = detailTaken(history, start, end);
  return taken > 0 ? off / taken : 1;
}

/** The energy that a dissolve between two frames takes, and how far off that the frames between are. */
function detailTaken(history: History, start: number, end: number): { taken: number; off: number } {
  const length = end - start;
  const from = (history.energy(start) + history.energy(max(history.first, start - 1))) / 2;
  const to = (history.energy(end) + history.energy(min(history.count - 1, end + 1))) / 2;
  const half = history.energy(start + (length >> 1));
  if (from + to < DETAIL_LEAST || half > DETAIL_MIDDLE * ((from + to) / 2))
    return { taken: 0, off: 0 };
  let taken = 0;
  let off = 0;
  for (let frame = start + 1; frame < end; frame++) {
    const share = (frame - start) / length;
    const mixed = (1 - share) ** 2 * from + share ** 2 * to;
    taken += (1 - share) * from + share * to - mixed;
    off += abs(history.energy(frame) - mixed);
  }
  return { taken, off };
}

/**
 * The same where it is near enough to a dissolve's to tell one by it alone; else undefined. From a
 * busy picture to a plain one the energy of a mixture sinks nearly as it does when a busy thing goes.
 */
export function fadedDetail(history: History, start: number, end: number): number | undefined {
  const beside = besideFadedDetail(history, start, end);
  if (isEven(history, start, end)) return beside <= DETAIL_BESIDE_MOST ? beside : undefined;
  if (beside <= DETAIL_BESIDE_UNEVEN) return beside;
  return beside <= DETAIL_BESIDE && besideInQuarters(history, start, end) <= DETAIL_IN_QUARTERS
    ? beside
    : undefined;
}

/** Whether neither of two pictures has so little detail that the other's alone could have left. */
function isEven(history: History, start: number, end: number): boolean {
  const [a, b] = [history.energy(start), history.energy(end)];
  return min(a, b) >= DETAIL_EVEN * max(a, b);
}

/** Whether detail that lies so far beside a dissolve's tells one without any other sign. */
export const isToldByDetail = (
  history: History,
  start: number,
  end: number,
  beside: number,
): boolean => beside <= DETAIL_BESIDE_ALONE && isEven(history, start, end);

/**
 * The last frame of the one picture and the first of the other by their detail alone: within two
 * frames and some beside them that span which takes the most of it, and takes it as a mixture does.
 * Undefined where that is not near enough to tell a dissolve by it. Where the way between them has
 * told one (`isOnWay`), one picture may be plain. `longest` is in frames.
 */
export function fadedSpan(
  history: History,
  { from, to, longest }: { from: number; to: number; longest: number },
  isOnWay = false,
): { start: number; end: number; beside: number } | undefined {
  const margin = round((to - from) / 3);
  const start = max(history.first + 1, from - margin);
  const end = min(history.count - 2, to + margin);
  const hop = max(1, round((end - start) / DETAIL_HOPS));
  let best: { start: number; end: number; beside: number } | undefined;
  let most = 0;
  for (let a = start; a < end - DETAIL_SHORTEST; a += hop) {
    for (let b = min(end, a + longest); b > a + DETAIL_SHORTEST; b -= hop) {
      const { taken, off } = detailTaken(history, a, b);
      const score = taken - off / DETAIL_BESIDE;
      if (score <= most) continue;
      most = score;
      best = { start: a, end: b, beside: off / taken };
    }
  }
  if (!best || best.beside > DETAIL_BESIDE_ALONE) return undefined;
  const told = isOnWay && best.beside <= DETAIL_BESIDE_UNEVEN;
  return told || isEven(history, best.start, best.end) ? best : undefined;
}
