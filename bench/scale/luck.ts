import { type Dice, dice } from '../detectors/random.ts';

/** Seeded chance: the same seed, the same run. */
export class Luck {
  readonly #dice: Dice;

  constructor(seed: number) {
    this.#dice = dice(seed);
  }

  /** A factor around 1, log-normal. */
  factor(spread: number): number {
    const [a, b] = [this.#dice.between(1e-9, 1), this.#dice.between(0, 1)];
    return Math.exp(spread * Math.sqrt(-2 * Math.log(a)) * Math.cos(2 * Math.PI * b));
  }

  /** Seconds to the next of things that come by themselves, so many a second. */
  untilNext(perSecond: number): number {
    return -Math.log(this.#dice.between(1e-9, 1)) / perSecond;
  }

  oneOf(count: number): number {
    return this.#dice.whole(0, count - 1);
  }
}
