import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readingOf } from '../../../layers/media/read/decode.ts';
import { cutReads, cutTimes } from '../../../layers/media/segments/cut-reads.ts';
import { decodeSegment } from '../../../layers/media/segments/decode-segment.ts';
import { findKeyframes } from '../../../layers/media/segments/find-keyframes.ts';
import type { SegmentPlan } from '../../../layers/media/segments/segment-plan.ts';
import { FILES, type Order } from '../../compose/durable/decode-order.ts';
import { putFile } from '../../compose/durable/put-file.ts';
import type { Means } from './means.ts';

/** Cuts a read into segments that are decoded by themselves. */
export async function cut(
  { plan, probe, segments, readsText }: Order & { kind: 'cut' },
  { binaries, opened }: Means,
): Promise<SegmentPlan[]> {
  return opened(async (input, reading) => {
    const source = { binaries, input, ...readingOf(probe, plan, reading) };
    const keyframes = await findKeyframes(source, cutTimes(plan, probe, segments));
    return cutReads(plan, probe, keyframes, { segments, hasReader: readsText });
  });
}

/** Decodes a segment of a read, and puts its files where the order says. */
export async function decode(
  { probe, plan, segment, puts }: Order & { kind: 'decode' },
  { binaries, folder, signal, opened }: Means,
): Promise<{ decoded: true }> {
  await opened((input, reading) =>
    decodeSegment({ binaries, input, probe, plan }, segment, folder, reading),
  );
  const made = new Set(await readdir(folder));
  // The record comes last: a segment that has one is whole.
  for (const file of FILES) {
    if (made.has(file)) await putFile(puts[file], join(folder, file), signal);
  }
  return { decoded: true };
}
