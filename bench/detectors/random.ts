/** A seeded source of choices: the same seed builds the same truth set. */
export interface Dice {
  /** A number from low (included) to high. */
  between(low: number, high: number): number;
  /** An integer from low to high, both included. */
  whole(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
  shuffle<T>(list: readonly T[]): T[];
}

/** Mulberry32: 32 bits of state are plenty to lay out test clips. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number): number => low + (high - low) * next();
  const whole = (low: number, high: number): number => Math.floor(between(low, high + 1));
  return {
    between,
    whole,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[whole(0, list.length - 1)] as (typeof list)[number];
    },
    chance: (probability) => next() < probability,
    shuffle: (list) => {
      const out = [...list];
      for (let i = out.length - 1; i > 0; i--) {
        const j = whole(0, i);
        [out[i], out[j]] = [out[j] as (typeof out)[number], out[i] as (typeof out)[number]];
      }
      return out;
    },
  };
}
