import { SILENCE_QUIET } from './thresholds.ts';

const RATE = 16_000;
/**
 * 20 ms: short enough for edges to the frame, long enough that one tick of a clock is not sound.
 */
const BLOCK = 320;

/**
 * Finds stretches of 16 kHz mono sound that stay below -50 dBFS. Missing sound is silence: a player
 * plays none. So is an offset that some recorders lay under all they record: nobody hears it.
 */
export class SilenceDetector {
  readonly gaps: { start: number; end: number }[] = [];
  #energy = 0;
  #sum = 0;
  #filled = 0;
  /** Second at which the block being filled begins. */
  #clock = 0;
  #quietSince: number | undefined;

  constructor(start: number) {
    this.#clock = start;
    this.#quietSince = start;
  }

  /**
   * Takes samples whose first one sounds at `startSeconds`; jumps forward are silence, overlaps are
   * dropped.
   */
  audio(samples: Int16Array, startSeconds: number): void {
    const expected = this.#clock + this.#filled / RATE;
    let skip = 0;
    if (startSeconds < expected - 0.005) skip = Math.round((expected - startSeconds) * RATE);
    else if (startSeconds > expected + 0.005) {
      this.#flush();
      this.#quietSince ??= this.#clock;
      this.#clock = startSeconds;
    }
    for (let i = skip; i < samples.length; ) {
      const end = Math.min(samples.length, i + BLOCK - this.#filled);
      let energy = 0;
      let sum = 0;
      this.#filled += end - i;
      for (; i < end; i++) {
        const value = samples[i] as number;
        energy += value * value;
        sum += value;
      }
      this.#energy += energy;
      this.#sum += sum;
      if (this.#filled === BLOCK) this.#flush();
    }
  }

  finish(end: number): void {
    this.#flush();
    this.#quietSince ??= this.#clock;
    this.#close(end);
  }

  #flush(): void {
    if (this.#filled === 0) return;
    const variance = this.#energy / this.#filled - (this.#sum / this.#filled) ** 2;
    if (variance < SILENCE_QUIET ** 2) this.#quietSince ??= this.#clock;
    else this.#close(this.#clock);
    this.#clock += this.#filled / RATE;
    this.#filled = 0;
    this.#energy = 0;
    this.#sum = 0;
  }

  #close(end: number): void {
    const start = this.#quietSince;
    this.#quietSince = undefined;
    if (start !== undefined && end > start) this.gaps.push({ start, end });
  }
}
