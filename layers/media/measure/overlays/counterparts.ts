import type { Overlay } from './overlay.ts';
import { alike } from './regions.ts';
import { COUNTERPART_END, COUNTERPART_REGION, COUNTERPART_START } from './thresholds.ts';

const { abs, floor } = Math;

/** A look at a thing by its greys or by its colours. */
interface Look {
  readonly overlay: Overlay;
  readonly coloured: boolean;
  /** Logarithm of the odds that it is something laid over the picture, from its traits alone. */
  readonly odds: number;
}

/**
 * For each look by greys the likeliest one by colours at the same thing, and the other way round;
 * undefined where there is none. What is laid over a picture mostly changes both in one moment.
 */
export function counterparts<T extends Look>(
  looks: readonly T[],
  endOfWindow: number,
): (T | undefined)[] {
  const endOf = ({ overlay }: Look): number => overlay.end ?? endOfWindow;
  const slot = (seconds: number): number => floor(seconds / COUNTERPART_START);
  const slots = new Map<number, T[]>();
  for (const look of looks) {
    const key = slot(look.overlay.start);
    const there = slots.get(key);
    if (there) there.push(look);
    else slots.set(key, [look]);
  }
  return looks.map((look) => {
    let best: T | undefined;
    const { start, region } = look.overlay;
    for (let key = slot(start) - 1; key <= slot(start) + 1; key++) {
      for (const other of slots.get(key) ?? []) {
        if (other.coloured === look.coloured || (best && other.odds <= best.odds)) continue;
        const together =
          abs(other.overlay.start - start) <= COUNTERPART_START &&
          abs(endOf(other) - endOf(look)) <= COUNTERPART_END;
        if (together && alike(other.overlay.region, region) > COUNTERPART_REGION) best = other;
      }
    }
    return best;
  });
}
