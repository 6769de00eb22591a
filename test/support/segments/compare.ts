import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DrawnSheet, Measured } from '../../../layers/app/ports/sources/engine.ts';
import type { TextReader } from '../../../layers/app/ports/sources/text-reader.ts';
import { drawRead } from '../../../layers/media/draw-read.ts';
import { readingOf } from '../../../layers/media/read/decode.ts';
import { readTiles } from '../../../layers/media/read/read-tiles.ts';
import type { CutSource } from '../../../layers/media/segments/decode-segment.ts';
import { readInSegments } from '../../../layers/media/segments/read-in-segments.ts';
import type { SegmentPlan } from '../../../layers/media/segments/segment-plan.ts';

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
