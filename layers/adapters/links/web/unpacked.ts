import { type Readable, Transform } from 'node:stream';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  type Gunzip,
  type Inflate,
  type ZstdDecompress,
} from 'node:zlib';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';

/** What a site sends, and what it says of that. */
interface Sent {
  readonly header: (name: string) => string | undefined;
  readonly body: Readable;
}

/** As many times what came may come out of it: what Apache's mod_deflate allows. */
const MOST_TIMES = 200;
/** What is smaller does no harm, and may be a text that repeats itself. */
const HARMLESS_BYTES = 16 * 1024 ** 2;

/** A map, since the names that are looked for in it come from a site. */
const UNPACK = new Map<string, () => Gunzip | Inflate | BrotliDecompress | ZstdDecompress>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

const unpackOf = ({ header }: Pick<Sent, 'header'>) =>
  UNPACK.get(header('content-encoding')?.toLowerCase() ?? '');

/** Whether what comes is packed. Some sites pack whatever they send, though nobody asked for it. */
export const isPacked = (sent: Pick<Sent, 'header'>): boolean => unpackOf(sent) !== undefined;

/**
 * A body as it was before the site packed it. It breaks where the body breaks, and with a
 * DomainError source_unavailable where it unpacks to far more than came; `letGo` of the body ends
 * both.
 */
export function unpacked(sent: Sent): Readable {
  const { body } = sent;
  const unpack = unpackOf(sent)?.();
  if (!unpack) return body;
  body.on('error', (error) => unpack.destroy(error));
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      const isBomb = bytes > HARMLESS_BYTES && bytes > MOST_TIMES * unpack.bytesWritten;
      if (isBomb) done(bomb());
      else done(null, chunk);
    },
  });
  unpack.on('error', (error) => limit.destroy(error));
  limit.on('error', () => unpack.destroy());
  return body.pipe(unpack).pipe(limit);
}

const bomb = () =>
  sourceUnavailable(
    'unavailable',
    `The source is packed, and unpacks to more than ${MOST_TIMES} times what its site sends.`,
  );
