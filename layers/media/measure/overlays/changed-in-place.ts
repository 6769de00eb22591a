import type { Candidate } from './laid-over.ts';
import { DIGIT_WIDE, DIGIT_WRITTEN, DIMMED_LIKE, IN_PLACE_PLAIN } from './thresholds.ts';

const { abs } = Math;

/**
 * True where a plain ground still shows it, fainter, after it went: a line that has been read. In
 * pictures played backwards, where what was before it came is what it left.
 */
export const isDimmed = (candidate: Candidate): boolean =>
  candidate.likeBefore >= DIMMED_LIKE && isOnPlain(candidate);

/** True for what is as narrow as a digit and took the place of another one on a plain ground. */
export function isNextDigit(candidate: Candidate): boolean {
  const [x0, , x1] = candidate.overlay.region;
  const { old } = candidate.traits;
  return x1 - x0 <= DIGIT_WIDE && old >= DIGIT_WRITTEN && isOnPlain(candidate);
}

function isOnPlain({ aroundIt }: Candidate): boolean {
  const mean = aroundIt.reduce((sum, grey) => sum + grey, 0) / aroundIt.length;
  const spread = aroundIt.reduce((sum, grey) => sum + abs(grey - mean), 0) / aroundIt.length;
  return spread <= IN_PLACE_PLAIN;
}
