import type { WrittenLine } from '../../../../layers/app/ports/sources/text-reader.ts';
import { PictureChooser } from '../../../../layers/media/text/choose-pictures.ts';
import { SmallTape } from '../../../../layers/media/text/small-tape.ts';
import { type FindEdge, TextSpans } from '../../../../layers/media/text/text-spans.ts';

const PLACE = [0.1, 0.8, 0.6, 0.9] as const;
const line = (text: string, more: Partial<WrittenLine> = {}): WrittenLine => ({
  text,
  box: PLACE,
  confidence: 0.95,
  ...more,
});
/** A picture changes where it is read, by much, and nowhere else. */
const atOnce: FindEdge = (_, __, to) => ({ at: to, change: 50, isAlone: true });

const told = (reads: readonly (readonly [number, readonly WrittenLine[]])[], end = 20) => {
  const spans = new TextSpans(atOnce);
  for (const [seconds, lines] of reads) spans.add(seconds, lines);
  return spans.finish(end).map(({ text, start, end: until }) => [text, start, until]);
};

test.each([
  [
    'the same words are one span',
    [
      [0, []],
      [2, [line('Hello')]],
      [4, [line('Hello')]],
      [6, []],
    ],
    [['Hello', 2, 6]],
  ],
  [
    'other words in the place are another',
    [
      [0, [line('Hello')]],
      [3, [line('Chapter')]],
    ],
    [
      ['Hello', 0, 3],
      ['Chapter', 3, 20],
    ],
  ],
  [
    'words that move are the same line',
    [
      [0, [line('Harbour')]],
      [3, [line('Harbour', { box: [0.1, 0.1, 0.6, 0.2] })]],
    ],
    [['Harbour', 0, 20]],
  ],
  [
    'the clearer of two readings is told',
    [
      [0, [line('Harb0ur')]],
      [3, [line('Harbour', { confidence: 0.99 })]],
    ],
    [['Harbour', 0, 20]],
  ],
  [
    'what is unclear, or a single letter, is not told',
    [[0, [line('Hello', { confidence: 0.6 }), line('x')]]],
    [],
  ],
  ['other scripts are not told', [[0, [line('新闻联播')]]], []],
] as const)('%s', (_, reads, spans) => {
  expect(told(reads)).toEqual(spans);
});

test('a line that a picture misses, while nothing changes there, goes on', () => {
  const spans = new TextSpans((_, __, to) => ({ at: to, change: 1, isAlone: false }));
  for (const [seconds, lines] of [
    [0, [line('Hello')]],
    [2, []],
    [4, [line('Hello')]],
  ] as const) {
    spans.add(seconds, lines);
  }
  expect(spans.finish(5)).toMatchObject([{ text: 'Hello', start: 0, end: 5 }]);
});

test.each([
  ['comes into a shot and rests', 2, PLACE, true],
  ['is there from the first picture', 0, PLACE, false],
  ['comes with a cut', 6, PLACE, false],
  ['moves', 2, [0.3, 0.1, 0.8, 0.2] as const, false],
])('a line that %s is laid over it or not', (_, comes, place, isLaid) => {
  const spans = new TextSpans((_box, _from, to) => ({ at: to, change: 50, isAlone: to < 6 }));
  for (const second of [0, 2, 4, 6, 8]) {
    const there = second >= comes;
    const box = second > comes ? place : PLACE;
    spans.add(second, there ? [line('Harbour', { box })] : []);
  }
  expect(spans.finish(9)).toMatchObject([{ text: 'Harbour', isLaid }]);
});

test('seconds of writing that is not told are kept', () => {
  const spans = new TextSpans(atOnce);
  spans.add(1, [line('新闻联播')]);
  spans.add(2, [line('Hello')]);
  expect(spans.unread).toEqual([1]);
});

/** Greys of one level, with another in the lower half from a second on. */
function tape(from: number, cut?: number): SmallTape {
  const made = new SmallTape();
  for (let frame = 0; frame < 100; frame++) {
    const at = frame / 25;
    const planes = new Uint8Array((64 * 64 * 3) / 2).fill(
      cut !== undefined && at >= cut ? 160 : 60,
    );
    if (at >= from) planes.fill(220, 32 * 64, 64 * 64);
    made.push(at, planes);
  }
  return made;
}

test('the edge of a region is the frame with which it changes', () => {
  expect(tape(2).edge([0, 0.6, 1, 0.9], 1, 3)).toMatchObject({ at: 2, isAlone: true });
  expect(tape(9, 2).edge([0, 0.6, 1, 0.9], 1, 3)).toMatchObject({ at: 2, isAlone: false });
  expect(tape(2).edge([0, 0.1, 1, 0.4], 1, 3)?.change).toBe(0);
  expect(tape(2).edge([0, 0.6, 1, 0.9], 5, 6)).toBeUndefined();
});

test('what comes into a region is no cut of the whole picture', () => {
  expect(tape(2, 1.2).edge([0, 0.6, 1, 0.9], 1, 3)).toMatchObject({ at: 2 });
});

/** A grey picture, with strokes in a row where there is writing. */
function luma(written: boolean): Uint8Array {
  const picture = new Uint8Array(320 * 176).fill(90);
  if (!written) return picture;
  for (let y = 100; y < 130; y++) {
    for (let x = 40; x < 200; x++) if (x % 8 < 3) picture[y * 320 + x] = 230;
  }
  return picture;
}
const SIZE = { width: 320, height: 176 };

test('pictures are read at first, when writing has come and stayed, when it has gone, and now and then', () => {
  const chooser = new PictureChooser(SIZE, { perSecond: 1 });
  const wanted: number[] = [];
  for (let second = 0; second < 14; second += 0.5) {
    if (chooser.wants(second, luma(second >= 2 && second < 4))) wanted.push(second);
  }
  expect(wanted).toEqual([0, 2.5, 4, 8, 12]);
});

test('where writing changes all the time no more is read than was allowed', () => {
  const chooser = new PictureChooser(SIZE, { perSecond: 0.25 });
  let wanted = 0;
  for (let tick = 0; tick < 600; tick++) {
    if (chooser.wants(tick / 5, luma(tick % 6 < 3))) wanted++;
  }
  expect(wanted).toBeLessThanOrEqual(8 + 120 * 0.25);
  expect(wanted).toBeGreaterThan(20);
});
