import { createDecipheriv } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../../domain/errors.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { rangeOf } from '../web/answers.ts';
import { Answered, type Tries, tryAgain } from '../web/try-again.ts';
import { unpacked } from '../web/unpacked.ts';
import { type Answer, letGo, type Web, wholeOf } from '../web/web.ts';
import type { Piece, TimedPiece } from './stream.ts';
import { tooLarge } from './stream-errors.ts';

/** A key has sixteen; anything longer is something else. */
const MAX_KEY_BYTES = 1024;

/** Fetches pieces of one stream, each tried again before it fails. */
export class PieceFetcher {
  readonly #web: Web;
  readonly #tries: Tries;
  readonly #most: number;
  readonly #keys = new Map<string, Promise<Buffer>>();

  /** @param most bytes that one piece may have: it lies on the disk whole */
  constructor(web: Web, tries: Tries, most = Number.POSITIVE_INFINITY) {
    this.#web = web;
    this.#tries = tries;
    this.#most = most;
  }

  /**
   * Brings a piece into a file, unlocked. One that is only reckoned, and not there, leaves an empty
   * file.
   * @throws DomainError source_unavailable when it is not there, or does not come
   */
  async into(
    path: string,
    { key, reckoned, ...piece }: Piece & Pick<TimedPiece, 'reckoned'>,
    signal: AbortSignal,
  ): Promise<void> {
    const came = key ? `${path}-locked` : path;
    const bring = (trying: AbortSignal, brought: (bytes: number) => void) =>
      this.#bring(came, piece, trying, brought);
    try {
      await tryAgain(bring, this.#tries, signal);
    } catch (error) {
      if (!reckoned || !isMissing(error)) throw error;
      return await writeFile(path, '');
    }
    if (!key) return;
    const secret = await this.#secret(key.address, signal);
    try {
      const decipher = createDecipheriv('aes-128-cbc', secret, key.iv);
      await pipeline(createReadStream(came), decipher, createWriteStream(path), { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw wrongKey(error);
    }
    await rm(came);
  }

  /** A site may send less of a range than it is asked for; the rest is asked for then. */
  async #bring(
    path: string,
    { address, range }: Piece,
    signal: AbortSignal,
    brought: (bytes: number) => void,
  ): Promise<void> {
    const most = this.#most;
    let bytes = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        brought(chunk.length);
        bytes += chunk.length;
        if (bytes > most) throw tooLarge(most);
        yield chunk;
      }
    };
    for (let missing = range; ; ) {
      const before = bytes;
      const answer = await this.#open(address, missing, signal);
      const file = createWriteStream(path, { flags: bytes > 0 ? 'a' : 'w' });
      try {
        await pipeline(unpacked(answer), counted, file, { signal });
      } finally {
        letGo(answer.body);
      }
      if (!range) return;
      const first = range[0] + bytes;
      const end = Math.min(range[1] + 1, rangeOf(answer)?.total ?? Number.POSITIVE_INFINITY);
      if (first > end) throw new Error('the site sends more than it is asked for');
      if (first === end) return;
      if (bytes === before) throw new Error('the site sends nothing of a part');
      missing = [first, range[1]];
    }
  }

  async #open(address: string, range: Piece['range'], signal: AbortSignal): Promise<Answer> {
    const asking = range && { range: `bytes=${range[0]}-${range[1]}` };
    const headers = { 'accept-encoding': 'identity', ...asking };
    const answer = await this.#web.open(address, { headers, signal });
    const { status } = answer;
    const fits = range ? rangeOf(answer)?.first === range[0] : status === 200;
    if (fits) return answer;
    letGo(answer.body);
    throw range && status === 200 ? noRanges() : new Answered(answer);
  }

  /** All pieces of a stream are usually locked with one key. */
  #secret(address: string, signal: AbortSignal): Promise<Buffer> {
    const known = this.#keys.get(address);
    if (known !== undefined) return known;
    const bring = async (trying: AbortSignal) =>
      wholeOf(await this.#open(address, undefined, trying), MAX_KEY_BYTES);
    const secret = tryAgain(bring, this.#tries, signal);
    this.#keys.set(address, secret);
    secret.catch(() => this.#keys.delete(address));
    return secret;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof DomainError && error.cause instanceof Answered && error.cause.saysMissing;

const wrongKey = (cause: unknown) =>
  sourceUnavailable(
    'unavailable',
    'A part of the stream at the link does not open with the key that the stream names.',
    { cause },
  );

const noRanges = () =>
  sourceUnavailable(
    'unavailable',
    'The stream at the link lies in one file, of which the site sends no parts.',
  );
