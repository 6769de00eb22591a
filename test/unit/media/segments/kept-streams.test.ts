import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  type FrameForm,
  readFrames,
  writeFrames,
} from '../../../../layers/media/segments/frame-file.ts';
import { readRecord, writeRecord } from '../../../../layers/media/segments/segment-record.ts';
import { suiteFolder } from '../../../support/suite-folder.ts';

const folder = await suiteFolder('kept-streams');
const file = join(folder, 'frames.zst');

async function* given(frames: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  // As a pipe does: the bytes of one picture are overwritten by the next.
  const held = new Uint8Array(frames[0]?.length ?? 0);
  for (const frame of frames) {
    held.set(frame);
    yield held;
  }
}

async function read(form: FrameForm, count: number) {
  const frames: Uint8Array[] = [];
  for await (const frame of readFrames(file, form, count)) frames.push(Uint8Array.from(frame));
  return frames;
}

test.each([false, true])(
  'pictures are kept to the byte (as differences: %s)',
  async (differences) => {
    const pictures = fc
      .integer({ min: 1, max: 400_000 })
      .chain((bytes) =>
        fc
          .array(fc.uint8Array({ minLength: 1, maxLength: 64 }), { maxLength: 9 })
          .map((seeds) =>
            seeds.map((seed) =>
              Uint8Array.from({ length: bytes }, (_, i) => seed[i % seed.length] ?? 0),
            ),
          ),
      );
    await fc.assert(
      fc.asyncProperty(pictures, async (frames) => {
        const form = { bytes: frames[0]?.length ?? 1, differences };
        expect(await writeFrames(file, form, given(frames))).toBe(frames.length);
        expect(
          (await read(form, frames.length)).every(
            (got, i) => Buffer.compare(got, frames[i] ?? got) === 0,
          ),
        ).toBe(true);
      }),
      { numRuns: 20 },
    );
  },
);

test('a stream that holds more or less than its record says is refused', async () => {
  const form = { bytes: 4, differences: true };
  await writeFrames(file, form, given([Uint8Array.of(1, 2, 3, 4), Uint8Array.of(1, 2, 3, 5)]));
  await expect(read(form, 1)).rejects.toThrow('does not hold 1 pictures');
  await expect(read(form, 3)).rejects.toThrow('does not hold 3 pictures');
});

test('sound is kept to its last sample, where that does not fill a piece', async () => {
  const form = { bytes: 4, differences: false, endsShort: true } as const;
  const pieces = [Uint8Array.of(1, 2, 3, 4), Uint8Array.of(5, 6)];
  async function* sound() {
    yield* pieces;
  }
  expect(await writeFrames(file, form, sound())).toBe(2);
  expect(await read(form, 2)).toEqual(pieces);
});

test('a stream that is no stream is refused', async () => {
  await writeFile(file, 'not compressed');
  await expect(read({ bytes: 4, differences: false }, 1)).rejects.toThrow();
});

test('a record comes back as it was written, and one of another version does not', async () => {
  const record = {
    version: 5,
    segment: { kind: 'sound' },
    pieces: 3,
    hasFault: false,
    unheard: null,
    holes: [[1.5, 2]] as [number, number][],
    jumps: [[4, 4.5]] as [number, number][],
  } as const;
  await writeRecord(folder, { ...record, holes: [...record.holes], jumps: [...record.jumps] });
  expect(await readRecord(folder)).toEqual(record);
  await writeFile(join(folder, 'segment.json'), JSON.stringify({ ...record, version: 1 }));
  await expect(readRecord(folder)).rejects.toThrow();
});
