import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DrawnSheet, Measured } from '../../../layers/app/ports/sources/engine.ts';
import type { TextReader } from '../../../layers/app/ports/sources/text-reader.ts';
import { drawRead } from '../../../layers/media/draw-read.ts';
import { readingOf } from '../../../layers/media/read/decode.ts';
import { readTiles } from '../../../layers/media/read/read-tiles.ts';
import { cutReads, cutTimes } from '../../../layers/media/segments/cut-reads.ts';
import { type CutSource, decodeSegment } from '../../../layers/media/segments/decode-segment.ts';
import { findKeyframes } from '../../../layers/media/segments/find-keyframes.ts';
import { mendSegments } from '../../../layers/media/segments/seams.ts';
import { type SegmentPlan, segmentName } from '../../../layers/media/segments/segment-plan.ts';
import { readRecord, type SegmentRecord } from '../../../layers/media/segments/segment-record.ts';
import { mergeSegments, readInSegments } from './read-in-segments.ts';

/** All that a read gives, in a form that is compared as text. */
export interface Given {
  readonly sheets: readonly string[];
  readonly measured: Measured;
  readonly sound: string;
}

/**
 * What is the same each time that a damaged file is read: from which frame on its pictures are in
 * doubt is told by decoders at work side by side, a frame or two earlier or later each time.
 */
export const withoutDoubt = (given: Given): Given => ({
  ...given,
  measured: { ...given.measured, damage: { ...given.measured.damage, doubtful: [] } },
});

const signal = new AbortController().signal;

/** A reader that tells what picture it was given, so that one byte of it counts. */
const digestReader: TextReader = {
  name: 'digests',
  read: async ({ planes }) => [
    {
      text: createHash('md5').update(planes).digest('hex'),
      box: [0.1, 0.1, 0.6, 0.2],
      confidence: 0.9,
    },
  ],
};

async function given(
  drawing: AsyncGenerator<DrawnSheet, Measured>,
  sound: ReturnType<typeof createHash>,
): Promise<Given> {
  const sheets: string[] = [];
  for (;;) {
    const { value, done } = await drawing.next();
    if (done) return { sheets, measured: value, sound: sound.digest('hex') };
    const { jpeg, ...rest } = value;
    const digest = createHash('md5').update(jpeg).digest('hex');
    sheets.push(`${JSON.stringify(rest)} ${digest}`);
  }
}

function takers() {
  const heard = createHash('md5');
  const sound = { write: (samples: Int16Array) => void heard.update(samples) };
  return { heard, takers: { reader: digestReader, sound } };
}

/** What the sequential read gives. */
export function readOnce({ binaries, input, probe, plan }: CutSource): Promise<Given> {
  const { heard, takers: to } = takers();
  const source = { binaries, input, ...readingOf(probe, plan, signal) };
  const drawing = drawRead(source, to, (listener, text) => readTiles(source, listener, text));
  return given(drawing, heard);
}

/** What a read in segments gives whose parts are decoded first and merged from their folders. */
export async function readKept(source: CutSource, segments: number): Promise<Given> {
  const { plan, probe } = source;
  const { heard, takers: to } = takers();
  const folder = await mkdtemp(join(tmpdir(), 'segments-'));
  const reading = readingOf(probe, plan, signal);
  const places = cutTimes(plan, probe, segments);
  const keyframes = await findKeyframes({ ...source, ...reading }, places);
  const records = new Map<string, SegmentRecord>();
  let parts: readonly SegmentPlan[] = cutReads(plan, probe, keyframes, {
    segments,
    hasReader: true,
  });
  for (let before: readonly SegmentPlan[] = []; before !== parts; ) {
    for (const part of parts) {
      const place = join(folder, segmentName(part));
      if (records.has(segmentName(part))) continue;
      await mkdir(place);
      await decodeSegment(source, part, place, signal);
      records.set(segmentName(part), await readRecord(place));
    }
    before = parts;
    parts = mendSegments(parts, records);
  }
  const kept = parts.map(async (part) => {
    const place = join(folder, segmentName(part));
    return { folder: place, record: await readRecord(place) };
  });
  const read = await given(mergeSegments(reading, await Promise.all(kept), to), heard);
  await rm(folder, { recursive: true });
  return read;
}

/** What a read in segments gives. */
export async function readCut(
  source: CutSource,
  segments: number,
  cutInto?: (parts: readonly SegmentPlan[]) => void,
): Promise<Given> {
  const { heard, takers: to } = takers();
  const folder = await mkdtemp(join(tmpdir(), 'segments-'));
  const how = { segments, atOnce: 2, folder, cutInto };
  return given(readInSegments(source, to, how, signal), heard);
}
