/** The length of what is told comes before it, in so many bytes, most significant first. */
const LENGTH_BYTES = 4;
/** What an hour full of findings takes is a hundredth of it. */
const MOST_TOLD_BYTES = 256 * 1024 ** 2;

/** The first bytes of a file of what was decoded: what is told of the bytes that follow. */
export function headOf(told: unknown): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(told));
  const head = new Uint8Array(LENGTH_BYTES + json.length);
  new DataView(head.buffer).setUint32(0, json.length);
  head.set(json, LENGTH_BYTES);
  return head;
}

/** Samples of a copy, whose first byte lies where a sample may begin. */
export function samplesOf(block: Uint8Array): Int16Array {
  const samples = new Int16Array(block.length / Int16Array.BYTES_PER_ELEMENT);
  new Uint8Array(samples.buffer).set(block);
  return samples;
}

/**
 * Takes such a file apart, or one of samples alone, as its bytes come. What wrote it may have been
 * anything.
 */
export class ToldFile {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array[] = [];
  #size = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** What is told; it is read first, and once. @throws Error for what no decoder of ours wrote */
  async told(): Promise<unknown> {
    const length = (await this.next(LENGTH_BYTES)).readUInt32BE();
    if (length > MOST_TOLD_BYTES) throw new Error('a decoder tells too much');
    return JSON.parse((await this.next(length)).toString());
  }

  /** The next bytes. @throws Error when there are fewer */
  async next(count: number): Promise<Buffer> {
    while (this.#size < count) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new Error('what was decoded is cut short');
      this.#held.push(value);
      this.#size += value.length;
    }
    const [one = new Uint8Array(), ...more] = this.#held;
    const all = more.length > 0 ? Buffer.concat(this.#held) : viewOf(one);
    this.#held = [all.subarray(count)];
    this.#size -= count;
    return all.subarray(0, count);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);
