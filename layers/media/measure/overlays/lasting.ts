import { isBand } from './bands.ts';
import { isVividBox, staysUntilCut } from './boxes.ts';
import { counterparts } from './counterparts.ts';
import type { Followed } from './found.ts';
import { oddsOf, type Whole, wholeOf } from './likeness.ts';
import { BAND_LIKELY, BOX_LIKELY, FLOWN_LIKELY, OVERLAY_SHORTEST_SECONDS } from './thresholds.ts';

/** A change that was there for long enough to be an overlay. */
export type Lasting = Followed & Whole;

/** Of changes those that lasted. */
export const lastingOf = (found: readonly Followed[], endOfWindow: number): Lasting[] =>
  found.filter(
    (one): one is Lasting =>
      one.life !== undefined &&
      (one.overlay.end ?? endOfWindow) - one.overlay.start >= OVERLAY_SHORTEST_SECONDS,
  );

/** Of each change what the trees are asked about. */
export function valuesOf(lasting: readonly Lasting[], endOfWindow: number): Float64Array[] {
  const looks = lasting.map((one) => ({ ...one, odds: oddsOf(one.traits) }));
  const others = counterparts(looks, endOfWindow);
  return looks.map((look, i) => wholeOf(look, others[i]));
}

/** How likely a thing is that a rule of its own tells of, whatever the trees say. */
export function leastLikeness({ overlay, traits, life, came, box }: Lasting): number {
  if (came === 'flown') return FLOWN_LIKELY;
  if (came === 'stood') return 0;
  if ((box && staysUntilCut(traits, life)) || isVividBox(traits, life)) return BOX_LIKELY;
  return isBand(overlay.region, life) ? BAND_LIKELY : 0;
}
