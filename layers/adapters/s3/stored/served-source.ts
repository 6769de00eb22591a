import { crc32 } from 'node:zlib';
import type { MediaSource, OpenedSource } from '../../../app/ports/sources/media-source.ts';
import type { ServeBytes, Served, ServedBytes } from '../../../app/ports/sources/served-bytes.ts';
import type { BlockTable } from '../../../domain/sources/block-table.ts';
import { type AskRange, type Patience, resumedRange } from './resumed-range.ts';
import { StoredBlocks } from './stored-blocks.ts';

/** An object of the store, however it is asked for. */
export interface Asked {
  /** In bytes. */
  readonly length: number;
  readonly ask: AskRange;
  /** What its bytes are held against. @throws SourceFault */
  readonly table: (signal: AbortSignal) => Promise<BlockTable>;
  readonly patience?: Patience | undefined;
}

/** Media that decoders read on loopback: every byte passes here, and is checked. */
export class ServedSource implements MediaSource {
  readonly #serve: ServeBytes;
  readonly #asked: Asked;
  readonly #ended = new AbortController();
  readonly #fault = new AbortController();
  #served: Promise<Served> | undefined;

  constructor(serve: ServeBytes, asked: Asked) {
    this.#serve = serve;
    this.#asked = asked;
  }

  async open(_window: unknown, signal: AbortSignal): Promise<OpenedSource> {
    this.#served ??= this.#serve(this.#bytes());
    const { address } = await this.#served;
    const fault = this.#fault.signal;
    return {
      input: address,
      signal: AbortSignal.any([signal, fault]),
      assertWhole: () => fault.throwIfAborted(),
    };
  }

  close(): void {
    this.#ended.abort();
    this.#served?.then(({ close }) => close()).catch(() => undefined);
  }

  #bytes(): ServedBytes {
    const { length, ask, patience } = this.#asked;
    const { signal: ended } = this.#ended;
    const table = this.#asked.table(ended);
    // Who reads learns of it.
    table.catch(() => undefined);
    const blocks = new StoredBlocks({
      length,
      ask: (first, last) => resumedRange(ask, [first, last], ended, patience),
      isRight: async (block, bytes) => (await table).crcs[block] === crc32(bytes),
    });
    const fault = this.#fault;
    return {
      length,
      async *read(first, last, left) {
        try {
          yield* blocks.read(first, last, left);
        } catch (error) {
          // What is missed by nobody is no fault of what was read.
          if (!left.aborted && !ended.aborted) fault.abort(error);
          throw error;
        }
      },
    };
  }
}
