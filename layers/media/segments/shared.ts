/**
 * A sequence that several go through, none of them more than one item ahead of another; it is gone
 * through once. An item is over for all when the second behind it is taken.
 */
export class Shared<T> {
  readonly #source: AsyncIterator<T>;
  readonly #items: Promise<IteratorResult<T>>[] = [];
  /** Items that each reader has taken. */
  readonly #taken: Map<number, number>;
  #wake: (() => void)[] = [];

  /** @param readers names of all that go through it */
  constructor(source: AsyncIterable<T>, { readers }: { readonly readers: readonly number[] }) {
    this.#source = source[Symbol.asyncIterator]();
    this.#taken = new Map(readers.map((reader) => [reader, 0]));
  }

  async *all(reader: number): AsyncGenerator<T, void> {
    try {
      for (let i = 0; ; i++) {
        while (Math.min(...this.#taken.values()) < i) await this.#change();
        this.#items[i] ??= this.#source.next();
        const { value, done } = await (this.#items[i] as Promise<IteratorResult<T>>);
        if (done) return;
        this.#move(reader, i + 1);
        yield value;
      }
    } finally {
      // Who has left keeps nobody waiting.
      this.#move(reader, Number.POSITIVE_INFINITY);
    }
  }

  #move(reader: number, to: number): void {
    this.#taken.set(reader, to);
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake.push(resolve);
    });
  }
}
