import { type Dispatcher, request } from 'undici';
import { DomainError } from '../../../domain/errors.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { tunnelThrough } from '../../egress/tunnel.ts';
import { cookieJar } from './cookies.ts';
import { headerText } from './header-text.ts';
import { PATIENCE, type Patience } from './patience.ts';
import { unpacked } from './unpacked.ts';
import type { Lane, WayOut } from './way-out.ts';

/** What an address answered, after its redirects. */
export interface Answer {
  /** Where it came from in the end. */
  readonly url: string;
  /** Whether cookies were sent to have it: then its address alone may not lead to it. */
  readonly withCookies: boolean;
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: Dispatcher.ResponseData['body'];
  /** Set when it redirects to an address that is not to be followed: `url` is that address. */
  readonly stopped?: true;
}

interface Asking {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Redirects that are told instead of followed. */
  readonly stopAt?: ((address: string) => boolean) | undefined;
}

export interface Web {
  /**
   * Asks for an address. Redirects are followed one at a time, each checked as the first was, with
   * the cookies that were set on the way.
   * @throws DomainError source_unavailable when it cannot be reached; not for a status
   */
  open(address: string, asking: Asking): Promise<Answer>;
  close(): void;
}

const MAX_REDIRECTS = 10;
const AGENT = 'Mozilla/5.0 (compatible; VideoReader/1.0)';

/** Our own fetching over one lane. */
export function webOver(
  lane: Lane,
  refusalOf: WayOut['refusalOf'],
  { answerMs, silenceMs }: Pick<Patience, 'answerMs' | 'silenceMs'> = PATIENCE,
): Web {
  const dispatcher = tunnelThrough(lane.url);
  const cookies = cookieJar();
  const ask = async (
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => {
    const refused = refusalOf(url);
    if (refused !== undefined) throw notFollowed(refused);
    try {
      return await request(url, {
        dispatcher,
        signal,
        headersTimeout: answerMs,
        bodyTimeout: silenceMs,
        headers: { 'user-agent': AGENT, accept: '*/*', ...headers },
      });
    } catch (error) {
      signal.throwIfAborted();
      throw unreachable(error, lane);
    }
  };
  return {
    async open(address, { headers = {}, signal, stopAt }) {
      const asked = new Set<string>();
      let url = address;
      while (asked.size <= MAX_REDIRECTS) {
        const cookie = cookies.of(url);
        const same = `${url} ${cookie}`;
        if (asked.has(same)) throw notFollowed('it redirects in a circle');
        asked.add(same);
        const sent = cookie === '' ? headers : { ...headers, cookie };
        const { statusCode: status, headers: answered, body } = await ask(url, sent, signal);
        cookies.take(url, answered['set-cookie']);
        const header = (name: string) => [answered[name] ?? []].flat()[0];
        const answer = { withCookies: cookie !== '', status, header, body };
        const location = header('location');
        if (status < 300 || status > 399 || location === undefined) return { ...answer, url };
        letGo(body);
        const to = headerText(location);
        if (!URL.canParse(to, url)) throw notFollowed('it redirects to no address');
        url = new URL(to, url).href;
        if (stopAt?.(url)) return { ...answer, url, stopped: true };
      }
      throw notFollowed(`it redirects more than ${MAX_REDIRECTS} times`);
    },
    close: () => void dispatcher.destroy().catch(() => {}),
  };
}

/** Ends a body whose rest is not wanted. */
export function letGo(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {});
  body.destroy();
}

export interface Read {
  readonly bytes: Buffer;
  readonly whole: boolean;
  readonly broken: unknown;
}

/** A body that is read as far as it is wanted, decoded. */
export interface Reading {
  /**
   * All that came up to a number of bytes after decoding, from the first on; `whole` when there is
   * no more, `broken` when there was more and the connection broke.
   * @throws DomainError source_unavailable when nothing came
   */
  upTo(bytes: number): Promise<Read>;
  close(): void;
}

/** Reads the body of an answer, unpacked, as far as it is asked for. */
export function readingOf(answer: Answer): Reading {
  const { body } = answer;
  const chunks = unpacked(answer).iterator({ destroyOnReturn: false });
  let read: Buffer = Buffer.alloc(0);
  let whole = false;
  let broken: unknown;
  return {
    async upTo(bytes) {
      const parts = [read];
      let size = read.length;
      try {
        while (size < bytes && !whole && broken === undefined) {
          const { value, done } = (await chunks.next()) as IteratorResult<Buffer, undefined>;
          if (value) parts.push(value);
          size += value?.length ?? 0;
          whole = done === true;
        }
      } catch (error) {
        // What came before a connection broke tells as much as a beginning that was cut.
        if (size === 0) throw unreachable(error);
        broken = error;
      }
      read = Buffer.concat(parts);
      return { bytes: read.subarray(0, bytes), whole: whole && read.length <= bytes, broken };
    },
    close: () => letGo(body),
  };
}

/**
 * The whole of a text.
 * @throws DomainError source_unavailable when it is longer, or broke off
 */
export async function wholeOf(answer: Answer, most: number): Promise<Buffer> {
  const reading = readingOf(answer);
  try {
    const { bytes, whole, broken } = await reading.upTo(most);
    if (whole) return bytes;
    if (broken !== undefined) throw unreachable(broken);
    throw sourceUnavailable('unavailable', `The link leads to a text of more than ${most} bytes.`);
  } finally {
    reading.close();
  }
}

const notFollowed = (why: string) =>
  sourceUnavailable('unavailable', `The link is not followed: ${why}.`);

/** Codes of a connection that was there and ended before its time, also in the middle of a body. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'HPE_INVALID_EOF_STATE',
  'UND_ERR_SOCKET',
  'Z_BUF_ERROR',
]);

/** Whether `Web.open` or a reading failed by a connection that broke, which the next may not. */
export const isBrokenOff = (error: unknown): boolean =>
  error instanceof DomainError && BROKEN_OFF.has(Object(error.cause).code);

/** @param lane names the refusal when that was it */
function unreachable(error: unknown, lane?: Lane): DomainError {
  if (error instanceof DomainError) return error;
  const refused = lane?.refusal();
  if (refused !== undefined && error instanceof Error && error.message.includes('(403)')) {
    return notFollowed(refused);
  }
  return sourceUnavailable(
    'unavailable',
    'The site of the link cannot be reached, or broke off its answer.',
    { cause: error },
  );
}
