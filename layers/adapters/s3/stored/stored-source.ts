import { crc32 } from 'node:zlib';
import type { S3Client } from '@aws-sdk/client-s3';
import type { NewDigest } from '../../../app/ports/digest.ts';
import type {
  MediaSource,
  OpenedSource,
  StoredMedia,
  StoredSources,
} from '../../../app/ports/sources/media-source.ts';
import type { ServeBytes, Served, ServedBytes } from '../../../app/ports/sources/served-bytes.ts';
import { digestOf, keptTable } from './kept-table.ts';
import { type Patience, resumedRange } from './resumed-range.ts';
import { StoredBlocks } from './stored-blocks.ts';

interface Deps {
  readonly client: S3Client;
  readonly bucket: string;
  readonly serve: ServeBytes;
  readonly newDigest: NewDigest;
  readonly patience?: Patience;
}

/**
 * Sources in S3, which decoders read on loopback: every byte passes here, and is held against what
 * was received.
 */
export const storedSources = (deps: Deps): StoredSources => ({
  of: (media) => new StoredSource(deps, media),
});

class StoredSource implements MediaSource {
  readonly version = undefined;
  readonly #deps: Deps;
  readonly #media: StoredMedia;
  readonly #ended = new AbortController();
  readonly #fault = new AbortController();
  #served: Promise<Served> | undefined;

  constructor(deps: Deps, media: StoredMedia) {
    this.#deps = deps;
    this.#media = media;
  }

  async open(_window: unknown, signal: AbortSignal): Promise<OpenedSource> {
    this.#served ??= this.#deps.serve(this.#bytes());
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
    const { client, bucket, newDigest, patience } = this.#deps;
    const { source_key: key, size_bytes: length } = this.#media;
    const object = { client, bucket, key, length };
    const { signal: ended } = this.#ended;
    const sha256 = digestOf(this.#media);
    const table = keptTable({ object, sha256, newDigest, patience }, ended);
    // Who reads learns of it.
    table.catch(() => undefined);
    const blocks = new StoredBlocks({
      length,
      ask: (first, last) => resumedRange(object, [first, last], ended, patience),
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
