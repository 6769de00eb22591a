import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BodyPatience, bodyBytes, StalledBody } from '../http/body-bytes.ts';
import { AwsChunkedDecoder } from './aws-chunked.ts';
import {
  CHECKSUM_HEADER,
  CHECKSUMS,
  type Checksum,
  crc32Of,
  md5,
  type Running,
  sha256,
} from './checksums.ts';
import { notImplemented, S3Error } from './s3-error.ts';

/** S3's largest single PUT or part. */
const MAX_BODY_BYTES = 5 * 1024 ** 3;
const MAX_XML_BYTES = 4 * 1024 ** 2;
/** The payload hash of a body that is itself signed. */
const SIGNED_BODY = /^[0-9a-f]{64}$/;

interface BodyLimits extends BodyPatience {
  readonly maxBytes?: number;
}

/** What is known of a body once every byte has been checked. */
export interface Received {
  readonly size: number;
  /** Hex. */
  readonly md5: string;
  readonly crc32: number;
  /** The checksum header that the sender gave and that was found right. */
  readonly checksum?: Checksum;
}

/**
 * Streams a request's body into `sink`, takes its framing off and checks what its sender promised
 * of it: length, signed SHA-256, Content-MD5, x-amz-checksum-* header or trailer.
 * @throws S3Error BadDigest, XAmzContentSHA256Mismatch, IncompleteBody, EntityTooLarge,
 * RequestTimeout, NotImplemented
 */
export async function receiveBody(
  request: IncomingMessage,
  payload: string,
  sink: Writable,
  { maxBytes = MAX_BODY_BYTES, ...patience }: BodyLimits = {},
): Promise<Received> {
  const decoder = chunkedDecoder(payload);
  const promised = promisedChecksum(request);
  const guard = new Guard(
    declaredLength(request, decoder !== undefined),
    maxBytes,
    SIGNED_BODY.test(payload),
    promised?.name,
  );
  const source = arriving(request, patience);
  if (decoder) await pipeline(source, decoder, guard, sink);
  else await pipeline(source, guard, sink);
  const found = guard.found();
  if (SIGNED_BODY.test(payload) && payload !== found.sha256)
    throw new S3Error(
      400,
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  const wantedMd5 = request.headers['content-md5'];
  if (wantedMd5 !== undefined && wantedMd5 !== Buffer.from(found.md5, 'hex').toString('base64'))
    throw new S3Error(
      400,
      'BadDigest',
      'The Content-MD5 you specified did not match what we received.',
    );
  const received = { size: found.size, md5: found.md5, crc32: found.crc32 };
  if (!promised) return received;
  const header = `${CHECKSUM_HEADER}${promised.name}`;
  const value = promised.value ?? decoder?.trailers.get(header);
  if (value !== found.checksum)
    throw new S3Error(
      400,
      'BadDigest',
      `The ${promised.name.toUpperCase()} you specified did not match the calculated checksum.`,
    );
  return { ...received, checksum: [header, found.checksum] };
}

/** @throws S3Error RequestTimeout when the sender stops, or sends too slowly */
async function* arriving(request: IncomingMessage, patience: BodyPatience): AsyncGenerator<Buffer> {
  try {
    yield* bodyBytes(request, patience);
  } catch (error) {
    if (!(error instanceof StalledBody)) throw error;
    throw new S3Error(
      400,
      'RequestTimeout',
      'Your socket connection to the server was not read from or written to within the timeout period. Idle connections will be closed.',
    );
  }
}

/** A small body as text. */
export async function receiveText(
  request: IncomingMessage,
  payload: string,
  patience: BodyPatience,
): Promise<string> {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  await receiveBody(request, payload, sink, {
    maxBytes: MAX_XML_BYTES,
    ...patience,
  });
  return Buffer.concat(chunks).toString('utf8');
}

function chunkedDecoder(payload: string): AwsChunkedDecoder | undefined {
  if (payload === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') return new AwsChunkedDecoder();
  if (payload.startsWith('STREAMING-')) throw notImplemented(payload);
  return undefined;
}

/** The one checksum that came as a header or is announced as a trailer. */
function promisedChecksum(request: IncomingMessage): { name: string; value?: string } | undefined {
  const trailer = request.headers['x-amz-trailer'];
  const header = Object.keys(request.headers).find(
    (name) => name.startsWith(CHECKSUM_HEADER) && !/-(algorithm|type|mode)$/.test(name),
  );
  const name = header ?? (typeof trailer === 'string' ? trailer.trim().toLowerCase() : undefined);
  if (!name?.startsWith(CHECKSUM_HEADER)) return undefined;
  const algorithm = name.slice(CHECKSUM_HEADER.length);
  if (!Object.hasOwn(CHECKSUMS, algorithm)) throw notImplemented(name);
  return header ? { name: algorithm, value: String(request.headers[header]) } : { name: algorithm };
}

function declaredLength(request: IncomingMessage, chunked: boolean): number {
  const text = request.headers[chunked ? 'x-amz-decoded-content-length' : 'content-length'];
  const length = Number(text ?? Number.NaN);
  if (Number.isInteger(length) && length >= 0) return length;
  if (text === undefined && !chunked && request.headers['transfer-encoding'] === undefined)
    return 0;
  throw new S3Error(
    411,
    'MissingContentLength',
    'You must provide the Content-Length HTTP header.',
  );
}

/**
 * Lets bytes through while it counts and hashes them; fails when they are not as many as declared.
 */
class Guard extends Transform {
  readonly #declared: number;
  readonly #md5 = md5();
  readonly #sha256: Running | undefined;
  readonly #checksum: Running | undefined;
  #crc32 = 0;
  #size = 0;

  constructor(
    declared: number,
    maxBytes: number,
    signedBody: boolean,
    checksum: string | undefined,
  ) {
    super();
    this.#declared = declared;
    this.#sha256 = signedBody ? sha256() : undefined;
    this.#checksum = checksum === undefined ? undefined : CHECKSUMS[checksum]?.();
    if (declared > maxBytes)
      throw new S3Error(
        400,
        'EntityTooLarge',
        'Your proposed upload exceeds the maximum allowed size',
        { ProposedSize: String(declared), MaxSizeAllowed: String(maxBytes) },
      );
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size > this.#declared) {
      done(new S3Error(400, 'InvalidRequest', 'The body is longer than it was declared.'));
      return;
    }
    this.#md5.update(chunk);
    this.#crc32 = crc32Of(chunk, this.#crc32);
    this.#sha256?.update(chunk);
    this.#checksum?.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const short = this.#size < this.#declared;
    done(
      short
        ? new S3Error(
            400,
            'IncompleteBody',
            'You did not provide the number of bytes specified by the Content-Length HTTP header',
          )
        : null,
    );
  }

  found(): { size: number; crc32: number; md5: string; sha256: string; checksum: string } {
    return {
      size: this.#size,
      crc32: this.#crc32,
      md5: this.#md5.digest().toString('hex'),
      sha256: this.#sha256?.digest().toString('hex') ?? '',
      checksum: this.#checksum?.digest().toString('base64') ?? '',
    };
  }
}
