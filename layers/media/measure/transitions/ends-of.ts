import type { History } from '../pictures/history.ts';
import { edgesOf, type Story } from './edges-of.ts';
import { besideFadedDetail, fadedSpan } from './faded-detail.ts';
import {
  DETAIL_BESIDE,
  DETAIL_BESIDE_ALONE,
  DETAIL_BESIDE_NEAR,
  DETAIL_NEAR,
  DETAIL_SHORTEST,
} from './thresholds.ts';

const { max, min } = Math;

/** The frames between which a transition was told best. */
interface Told extends Story {
  readonly from: number;
  readonly to: number;
}

/**
 * The first mixed frame of a transition and the first pure one, and how far the detail between them
 * is from that of a mixture: 1 for a wipe, which has no such detail. `longest` is in frames.
 */
export function endsOf(
  history: History,
  told: Told,
  longest: number,
): { from: number; to: number; beside: number } {
  const isDissolve = told.kind === 'dissolve';
  const rough = edgesOf(history, told, told.from, told.to);
  let { from, to } = edgesOf(history, told, rough.from - 1, rough.to);
  const detail = (): number =>
    isDissolve ? besideFadedDetail(history, max(history.first, from - 1), to) : 1;
  let beside = detail();
  if (told.faded && beside > DETAIL_BESIDE) {
    [from, to] = [told.from + 1, told.to];
    beside = detail();
  }
  if (!isDissolve || beside <= DETAIL_BESIDE_ALONE) return { from, to, beside };
  const span = fadedSpan(history, { from: told.from, to: told.to, longest }, !told.faded);
  if (span) return { from: span.start + 1, to: span.end, beside: span.beside };
  if (beside <= DETAIL_BESIDE) return { from, to, beside };
  const near = nearEnds(history, from, to);
  return near.beside <= DETAIL_BESIDE_NEAR ? near : { from, to, beside };
}

/** The ends within a few frames of others between which the detail is nearest to a mixture's. */
function nearEnds(
  history: History,
  from: number,
  to: number,
): { from: number; to: number; beside: number } {
  let best = { from, to, beside: 1 };
  for (let a = max(history.first + 1, from - DETAIL_NEAR); a <= from + DETAIL_NEAR; a++) {
    for (let b = to - DETAIL_NEAR; b <= min(history.count - 1, to + DETAIL_NEAR); b++) {
      if (b - a < DETAIL_SHORTEST) continue;
      const beside = besideFadedDetail(history, a - 1, b);
      if (beside < best.beside) best = { from: a, to: b, beside };
    }
  }
  return best;
}
