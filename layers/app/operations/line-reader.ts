const NEWLINE = 0x0a;

/** An object that ends in the middle of a line. */
export class UnendedLine extends Error {
  override readonly name = 'UnendedLine';
}

/** Reads an object line by line; of a long line no more is held than came at once. */
export class LineReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * The bytes of the next line, without its end. To be read to its end before the next one.
   * @throws UnendedLine
   */
  async *bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      const part = end < 0 ? this.#rest : this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(part.length + 1);
      if (part.length > 0) yield part;
      if (end >= 0) return;
      const { value, done } = await this.#chunks.next();
      if (done) throw new UnendedLine('a stored result ends in the middle of a line');
      this.#rest = value;
    }
  }

  /**
   * The next line.
   * @param most characters of the longest line that is taken
   * @throws UnendedLine also for a longer one
   */
  async text(most = Number.POSITIVE_INFINITY): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of this.bytes()) {
      text += decoder.decode(part, { stream: true });
      if (text.length > most) throw new UnendedLine('a line of a stored result is too long');
    }
    return text + decoder.decode();
  }

  /** Lets go of what was not read. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
