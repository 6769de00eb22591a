import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import type { z } from 'zod';
import { serveOnLoopback } from '../../../layers/adapters/loopback/serve-bytes.ts';
import { signedSource } from '../../../layers/adapters/s3/stored/signed-source.ts';
import { tempScratch } from '../../../layers/adapters/system/scratch.ts';
import { readWhole } from '../../../layers/app/sources/read-whole.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { readingOf } from '../../../layers/media/read/decode.ts';
import { cutReads, cutTimes } from '../../../layers/media/segments/cut-reads.ts';
import { decodeSegment } from '../../../layers/media/segments/decode-segment.ts';
import { findKeyframes } from '../../../layers/media/segments/find-keyframes.ts';
import type { SegmentPlan } from '../../../layers/media/segments/segment-plan.ts';
import { binariesIn } from '../../compose/binaries.ts';
import { type Cut, type Decoded, FILES, Order, type Refused } from '../../compose/decode-order.ts';
import { whileWanted } from './while-wanted.ts';

const binaries = await binariesIn(process.env);
const scratch = await tempScratch();

/** Left of the function's time for telling what went wrong. */
const CLOSING_MS = 5_000;

type Answer = z.infer<typeof Cut | typeof Decoded | typeof Refused>;

/**
 * Cuts a read, or decodes one of its segments. It has no rights: what it reads and what it writes
 * are addresses that were signed for it.
 */
export const handler = async (event: unknown, context: Context): Promise<Answer> => {
  const order = Order.parse(event);
  const signal = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - CLOSING_MS));
  try {
    return await whileWanted(order.wantedUrl, signal, async (wanted) =>
      order.kind === 'cut' ? { parts: await cut(order, wanted) } : decoded(order, wanted),
    );
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.toApiError() };
    throw error;
  }
};

async function opened<Made>(
  { source, plan }: Order,
  signal: AbortSignal,
  read: (input: string, signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const media = signedSource(serveOnLoopback, source);
  try {
    return await readWhole(media, plan.covered, signal, read);
  } finally {
    media.close();
  }
}

const cut = (order: Order & { kind: 'cut' }, signal: AbortSignal): Promise<SegmentPlan[]> =>
  opened(order, signal, async (input, reading) => {
    const { plan, probe, segments, readsText } = order;
    const source = { binaries, input, ...readingOf(probe, plan, reading) };
    const keyframes = await findKeyframes(source, cutTimes(plan, probe, segments));
    return cutReads(plan, probe, keyframes, { segments, hasReader: readsText });
  });

const decoded = (order: Order & { kind: 'decode' }, signal: AbortSignal) =>
  scratch.inFolder(async (folder) => {
    await opened(order, signal, (input, reading) =>
      decodeSegment({ binaries, input, ...order }, order.segment, folder, reading),
    );
    const made = new Set(await readdir(folder));
    // The record comes last: a segment that has one is whole.
    for (const file of FILES) if (made.has(file)) await put(order, folder, file, signal);
    return { decoded: true as const };
  });

async function put(
  { puts }: Order & { kind: 'decode' },
  folder: string,
  file: (typeof FILES)[number],
  signal: AbortSignal,
): Promise<void> {
  const { url, headers } = puts[file];
  const body = await openAsBlob(join(folder, file));
  const { ok, status } = await fetch(url, { method: 'PUT', headers, body, signal });
  if (!ok) throw new Error(`the store answered ${status} to ${file}`);
}
