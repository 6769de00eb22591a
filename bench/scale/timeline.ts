/** Time that passes only from one event to the next, in seconds. */
export class Timeline {
  #now = 0;
  #count = 0;
  /** A heap by time; of events at the same second the first that was entered comes first. */
  readonly #heap: { readonly at: number; readonly order: number; readonly wake: () => void }[] = [];

  get now(): number {
    return this.#now;
  }

  sleep(seconds: number): Promise<void> {
    return new Promise((resolve) => this.at(this.#now + seconds, resolve));
  }

  at(second: number, wake: () => void): void {
    const heap = this.#heap;
    const entry = { at: Math.max(second, this.#now), order: this.#count++, wake };
    let i = heap.length;
    heap.push(entry);
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (!this.#comesFirst(entry, heap[up])) break;
      heap[i] = heap[up] as typeof entry;
      i = up;
    }
    heap[i] = entry;
  }

  /** Lets everything happen, until nothing is left or the second is reached. */
  async run(until: number): Promise<void> {
    for (let next = this.#take(); next && next.at <= until; next = this.#take()) {
      this.#now = next.at;
      next.wake();
      // What waited for it goes on before the next event.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #take() {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right && this.#comesFirst(right, heap[child])) child += 1;
      const below = heap[child];
      if (below === undefined || !this.#comesFirst(below, last)) break;
      heap[i] = below;
      i = child;
    }
    heap[i] = last;
    return first;
  }

  #comesFirst(
    a: { readonly at: number; readonly order: number },
    b: { readonly at: number; readonly order: number } | undefined,
  ): boolean {
    return b === undefined || a.at < b.at || (a.at === b.at && a.order < b.order);
  }
}
