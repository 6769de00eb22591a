/** A sequence that several go through, each at its own pace; it is gone through once. */
export class Shared<T> {
  readonly #source: AsyncIterator<T>;
  readonly #items: Promise<IteratorResult<T>>[] = [];

  constructor(source: AsyncIterable<T>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *all(): AsyncGenerator<T, void> {
    for (let i = 0; ; i++) {
      this.#items[i] ??= this.#source.next();
      const { value, done } = await (this.#items[i] as Promise<IteratorResult<T>>);
      if (done) return;
      yield value;
    }
  }
}
