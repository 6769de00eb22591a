import type { FreshAddresses } from '../api/types.ts';
import { NotSent, put } from './put.ts';

const AT_ONCE = 4;
const LONGEST_WAIT_MS = 15_000;

interface Send {
  readonly file: File;
  readonly signal: AbortSignal;
  /** Bytes of the file that are in storage or on their way there. */
  readonly onSent: (bytes: number) => void;
  /** Told whether the connection holds. */
  readonly onConnection: (holds: boolean) => void;
}

interface Piece {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from: number;
  readonly to: number;
}

function piecesOf(addresses: FreshAddresses, size: number): Piece[] {
  if ('put' in addresses) return [{ ...addresses.put, from: 0, to: size }];
  const { part_size, parts } = addresses.multipart;
  return parts.map(({ part_number, url }) => ({
    url,
    from: (part_number - 1) * part_size,
    to: Math.min(part_number * part_size, size),
  }));
}

/**
 * Sends what the addresses are for, four pieces at once. A piece whose connection fails is sent
 * again, as often as it takes.
 * @returns false when an address is not taken any more: others are needed
 */
export async function send(addresses: FreshAddresses, options: Send): Promise<boolean> {
  const { file, signal, onSent } = options;
  const pieces = piecesOf(addresses, file.size);
  const missing = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  const under = new Map<Piece, number>();
  let arrived = file.size - missing;
  const tell = () => onSent(arrived + [...under.values()].reduce((sum, bytes) => sum + bytes, 0));
  let isRefused = false;
  tell();
  const lane = async () => {
    for (let piece = pieces.shift(); piece && !isRefused; piece = pieces.shift()) {
      const current = piece;
      const isSent = await sendPiece(current, options, (bytes) => {
        under.set(current, bytes);
        tell();
      });
      under.delete(current);
      if (isSent) arrived += current.to - current.from;
      else isRefused = true;
      tell();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  signal.throwIfAborted();
  return !isRefused;
}

/** @returns false for an address that storage refuses */
async function sendPiece(
  { url, headers, from, to }: Piece,
  { file, signal, onConnection }: Send,
  onSent: (bytes: number) => void,
): Promise<boolean> {
  for (let tried = 0; ; tried += 1) {
    try {
      await put({ url, ...(headers && { headers }), bytes: file.slice(from, to), signal, onSent });
      onConnection(true);
      return true;
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      onSent(0);
      if (error.status >= 400 && error.status < 500) return false;
      onConnection(error.status !== 0);
      await calm(Math.min(500 * 2 ** tried, LONGEST_WAIT_MS), signal);
    }
  }
}

/** Waits; not longer than until the browser has a network again. */
function calm(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      done.abort();
      settle();
    };
    const timer = setTimeout(end(resolve), ms);
    addEventListener('online', end(resolve), { signal: done.signal });
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      { signal: done.signal },
    );
  });
}
