import { rm } from 'node:fs/promises';
import type { DrawnSheet, Measured } from '../../../layers/app/ports/sources/engine.ts';
import type { Takers } from '../../../layers/media/draw-read.ts';
import { type Reading, readingOf } from '../../../layers/media/read/decode.ts';
import { cutReads, cutTimes } from '../../../layers/media/segments/cut-reads.ts';
import type { CutSource } from '../../../layers/media/segments/decode-segment.ts';
import { findKeyframes } from '../../../layers/media/segments/find-keyframes.ts';
import { mergeComing } from '../../../layers/media/segments/merge-segments.ts';
import type { Kept } from '../../../layers/media/segments/played-recording.ts';
import { mendSegments } from '../../../layers/media/segments/seams.ts';
import { type SegmentPlan, segmentName } from '../../../layers/media/segments/segment-plan.ts';
import type { SegmentRecord } from '../../../layers/media/segments/segment-record.ts';
import { Decodes } from './decodes.ts';

export interface InSegments {
  /** Parts of the pictures that are wanted; keyframes may allow fewer. */
  readonly segments: number;
  /** Decodes that run at the same time. */
  readonly atOnce: number;
  /** An empty folder, whose files are deleted at the end. */
  readonly folder: string;
  /** Is told the parts that are read, at first and whenever a cut did not hold. */
  readonly cutInto?: ((parts: readonly SegmentPlan[]) => void) | undefined;
}

/**
 * Reads a video in segments that are decoded side by side, and merges each as soon as it is there:
 * the same sheets and findings as of the sequential read.
 * @throws as the engine's `draw`
 */
export async function* readInSegments(
  source: CutSource,
  takers: Takers,
  { segments, atOnce, folder, cutInto }: InSegments,
  signal: AbortSignal,
): AsyncGenerator<DrawnSheet, Measured> {
  const { plan, probe } = source;
  const stopping = new AbortController();
  const running = AbortSignal.any([signal, stopping.signal]);
  const reading = readingOf(probe, plan, running);
  const keyframes = await findKeyframes({ ...source, ...reading }, cutTimes(plan, probe, segments));
  const decodes = new Decodes(source, folder, atOnce, running);
  const parts = cutReads(plan, probe, keyframes, {
    segments,
    hasReader: takers.reader !== undefined,
  });
  cutInto?.(parts);
  try {
    for (const part of parts) void decodes.of(part);
    if (parts.some(({ kind }) => kind === 'tiles')) {
      return yield* mergeSegments(reading, await Promise.all(parts.map(decodes.of)), takers);
    }
    const sound = parts.find(({ kind }) => kind === 'sound');
    const cut = {
      pictures: mended(parts, decodes, cutInto),
      sound: sound && decodes.of(sound),
    };
    return yield* mergeComing(reading, cut, takers);
  } finally {
    stopping.abort();
    await decodes.settled();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The pictures in order, each when the cut before it holds. */
async function* mended(
  planned: readonly SegmentPlan[],
  decodes: Decodes,
  cutInto: InSegments['cutInto'],
): AsyncGenerator<Kept<SegmentRecord>> {
  let parts = planned;
  const records = new Map<string, SegmentRecord>();
  for (let i = 0; i < parts.length; ) {
    const part = parts[i] as SegmentPlan;
    if (part.kind !== 'pictures') {
      i++;
      continue;
    }
    const kept = await decodes.of(part);
    records.set(segmentName(part), kept.record);
    const now = mendSegments(parts, records);
    if (now === parts) {
      yield kept;
      i++;
      continue;
    }
    parts = now;
    cutInto?.(parts);
    decodes.only(parts);
  }
}

/**
 * Merges segments that are all there.
 * @param segments sound first
 */
export function mergeSegments(
  reading: Reading,
  segments: Iterable<Kept<SegmentRecord>>,
  takers: Takers,
): AsyncGenerator<DrawnSheet, Measured> {
  const all = [...segments];
  const sound = all.find(({ record }) => 'pieces' in record);
  const pictures = async function* () {
    yield* all.filter((kept) => kept !== sound);
  };
  const coming = { sound: sound && Promise.resolve(sound), pictures: pictures() };
  return mergeComing(reading, coming, takers);
}
