/** Lets one stream of pictures go no further than another, by their presentation times. */
export class Pace {
  #at = Number.NEGATIVE_INFINITY;
  #wake: (() => void)[] = [];

  /** The leading stream is at a picture of this time; what comes before it may pass. */
  reach(pts: number): void {
    this.#at = Math.max(this.#at, pts);
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }

  /** Resolves when the leading stream is behind the time. */
  async reached(pts: number): Promise<void> {
    while (this.#at <= pts) {
      await new Promise<void>((resolve) => {
        this.#wake.push(resolve);
      });
    }
  }
}
