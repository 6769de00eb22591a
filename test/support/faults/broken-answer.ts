import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, STALL_MS } from './fault.ts';

/** Pieces in which a dripping body comes, over the time of a stall. */
const DRIPS = 60;

/** What breaks the connection that an answer goes out on. */
export interface Line {
  /** Ends it at once, as a crash does. */
  readonly cut: () => void;
  /** Ends it as one does that has nothing more to say. */
  readonly end: () => void;
  /** Changes a byte of what goes out next; undefined where the bytes themselves are changed. */
  readonly spoil: (() => void) | undefined;
  readonly closing: AbortSignal;
}

const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

export const hasBody = (answer: IncomingMessage, method: string | undefined): boolean =>
  method !== 'HEAD' && lengthOf(answer) > 0;

/** Sends an answer on, whole or broken by a fault. */
export async function sendOn(
  answer: IncomingMessage,
  chunks: AsyncIterable<Buffer>,
  response: ServerResponse,
  line: Line,
  fault?: Fault,
): Promise<void> {
  response.sendDate = false;
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
  response.flushHeaders();
  const body = fault ? broken(chunks, lengthOf(answer), fault, response, line) : chunks;
  await pipeline(Readable.from(body, { objectMode: false }), response, { end: false });
  if (!response.socket?.writableEnded) response.end();
}

async function* broken(
  chunks: AsyncIterable<Buffer>,
  length: number,
  fault: Fault,
  response: ServerResponse,
  line: Line,
): AsyncGenerator<Buffer> {
  const breaksAt = Math.floor(fault.position * length);
  let before = 0;
  for await (const chunk of chunks) {
    const here = breaksAt - before;
    before += chunk.length;
    if (fault.kind === 'drip') {
      yield* drips(chunk, length, line.closing);
    } else if (here < 0 || here >= chunk.length) {
      yield chunk;
    } else {
      if (here > 0) yield chunk.subarray(0, here);
      const rest = chunk.subarray(here);
      if (await breaks(fault, rest, response, line)) return;
      yield rest;
    }
  }
}

/** Does at its place what the fault is; true when nothing more is sent. */
async function breaks(
  { kind, position }: Fault,
  rest: Buffer,
  response: ServerResponse,
  { cut, end, spoil, closing }: Line,
): Promise<boolean> {
  switch (kind) {
    case 'cut':
    case 'cut again and again':
      await flushed(response);
      cut();
      return true;
    case 'short body':
      await flushed(response);
      end();
      return true;
    case 'stall':
      await wait(STALL_MS, undefined, { signal: closing }).catch(() => undefined);
      return false;
    case 'wrong byte':
      if (spoil) spoil();
      else rest[0] = (rest[0] ?? 0) ^ (1 << Math.floor(position * 8));
      return false;
    default:
      return false;
  }
}

/** What was written is on its way before the connection breaks. */
const flushed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => response.write('', () => resolve()));

async function* drips(chunk: Buffer, length: number, closing: AbortSignal): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(length / DRIPS));
  const pauseMs = STALL_MS / Math.ceil(length / size);
  for (let at = 0; at < chunk.length; at += size) {
    yield chunk.subarray(at, at + size);
    await wait(pauseMs, undefined, { signal: closing }).catch(() => undefined);
  }
}
