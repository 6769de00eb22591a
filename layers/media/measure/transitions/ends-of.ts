import type { History } from '../pictures/history.ts';
import { edgesOf, type Story } from './edges-of.ts';
import { besideFadedDetail, fadedSpan } from './faded-detail.ts';
import { DETAIL_BESIDE } from './thresholds.ts';

const { max, min, round } = Math;

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
  if (!isDissolve || beside <= DETAIL_BESIDE) return { from, to, beside };
  const margin = round((told.to - told.from) / 4);
  const span = fadedSpan(history, {
    start: max(history.first + 1, told.from - margin),
    end: min(history.count - 2, told.to + margin),
    longest,
  });
  return span ? { from: span.start + 1, to: span.end, beside: span.beside } : { from, to, beside };
}
