import { Transform, type TransformCallback } from 'node:stream';
import { S3Error } from './s3-error.ts';

const MAX_LINE_BYTES = 8192;

const malformed = (detail: string) => new S3Error(400, 'InvalidRequest', `aws-chunked: ${detail}`);

/**
 * Takes the aws-chunked framing off a body and keeps its trailers:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export class AwsChunkedDecoder extends Transform {
  /** Lower-case trailer names to values; complete once the stream has ended. */
  readonly trailers = new Map<string, string>();
  #state: 'size' | 'data' | 'data-end' | 'trailer' | 'done' = 'size';
  #line = Buffer.alloc(0);
  #left = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      let rest = chunk;
      while (rest.length > 0) rest = this.#consume(rest);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(done: TransformCallback): void {
    // The SDK leaves out the closing empty line when it sends no trailer.
    const whole = this.#state === 'done' || this.#state === 'trailer';
    done(whole ? null : new S3Error(400, 'IncompleteBody', 'The body ended inside a chunk.'));
  }

  /** Uses up the start of `bytes` and returns what is left of it. */
  #consume(bytes: Buffer): Buffer {
    if (this.#state === 'done') throw malformed('bytes after the end');
    if (this.#state === 'data') {
      const data = bytes.subarray(0, this.#left);
      this.#left -= data.length;
      this.push(data);
      if (this.#left === 0) this.#state = 'data-end';
      return bytes.subarray(data.length);
    }
    const end = bytes.indexOf(0x0a);
    this.#line = Buffer.concat([this.#line, end < 0 ? bytes : bytes.subarray(0, end + 1)]);
    if (this.#line.length > MAX_LINE_BYTES) throw malformed('a line is too long');
    if (end < 0) return Buffer.alloc(0);
    const line = this.#line.toString('latin1').trim();
    this.#line = Buffer.alloc(0);
    this.#take(line);
    return bytes.subarray(end + 1);
  }

  #take(line: string): void {
    if (this.#state === 'size') {
      const size = /^([0-9a-f]{1,12})(?:;.*)?$/i.exec(line)?.[1];
      if (size === undefined) throw malformed('no chunk size');
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? 'trailer' : 'data';
    } else if (this.#state === 'data-end') {
      if (line !== '') throw malformed('a chunk is longer than its size');
      this.#state = 'size';
    } else if (line === '') {
      this.#state = 'done';
    } else {
      const colon = line.indexOf(':');
      if (colon < 1) throw malformed('a trailer without a name');
      this.trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
  }
}
