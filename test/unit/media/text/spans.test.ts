import type { WrittenLine } from '../../../../layers/app/ports/sources/text-reader.ts';
import { PictureChooser } from '../../../../layers/media/text/choose-pictures.ts';
import { SmallTape } from '../../../../layers/media/text/small-tape.ts';
import { StrokeTape } from '../../../../layers/media/text/stroke-tape.ts';
import { TextSpans, type Witness } from '../../../../layers/media/text/text-spans.ts';

const PLACE = [0.1, 0.8, 0.6, 0.9] as const;
const line = (text: string, more: Partial<WrittenLine> = {}): WrittenLine => ({
  text,
  box: PLACE,
  confidence: 0.95,
  ...more,
});
/** Tells of a change with the picture that is read, and nothing of those between. */
const witness = (change: number, isAlone: (at: number) => boolean): Witness => ({
  edge: (_, __, to) => ({ comes: to, goes: to, change, isAlone: isAlone(to) }),
  went: () => undefined,
  came: () => undefined,
  rewritten: () => undefined,
});
/** A picture changes where it is read, by much, and nowhere else. */
const atOnce = witness(50, () => true);

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
    'a line that is written on is told whole',
    [
      [0, [line('const plan = planFrames(requel', { confidence: 0.99 })]],
      [3, [line('const plan = planFrames(request, probe);')]],
      [6, [line('const plan = planFrames(request', { confidence: 0.99 })]],
    ],
    [['const plan = planFrames(request, probe);', 0, 20]],
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
  const spans = new TextSpans(witness(1, () => false));
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
  const spans = new TextSpans(witness(50, (at) => at < 6));
  for (const second of [0, 2, 4, 6, 8]) {
    const there = second >= comes;
    const box = second > comes ? place : PLACE;
    spans.add(second, there ? [line('Harbour', { box })] : []);
  }
  expect(spans.finish(9)).toMatchObject([{ text: 'Harbour', isLaid }]);
});

/** Lines in one place that the strokes say were written anew in the last picture before each. */
const rewrittenBy = (reads: readonly (readonly [number, string])[], isRunning = false) => {
  const rewritten: Witness['rewritten'] = (_, __, to) => ({ from: to - 0.4, to, isRunning });
  const edge: Witness['edge'] = (_, __, to) => ({
    comes: to - 0.2,
    goes: to,
    change: 9,
    isAlone: true,
  });
  const spans = new TextSpans({ ...witness(0, () => false), edge, rewritten });
  for (const [seconds, text] of reads) spans.add(seconds, [line(text, { confidence: 0.98 })]);
  return spans.finish(9).map(({ text, until, start, end }) => [text, until, start, end]);
};

test.each([
  ['a number', ['Chapter 1', 'Chapter 1', 'Chapter 2']],
  ['a word', ['Chapter one', 'Chapter one', 'Chapter two']],
  ['all digits', ['12:59', '12:59', '13:00']],
])('a line in which %s is another is told as two, one after the other', (_, [a, b, c]) => {
  expect(
    rewrittenBy([
      [0, a ?? ''],
      [4, b ?? ''],
      [8, c ?? ''],
    ]),
  ).toEqual([
    [a, undefined, 0, 7.8],
    [c, undefined, 7.8, 9],
  ]);
});

test('what is written anew all the time is one line, with what it began and ended with', () => {
  const clock = [
    [0, '12:59:56'],
    [4, '13:00:00'],
    [8, '13:00:04'],
  ] as const;
  expect(rewrittenBy(clock, true)).toEqual([['12:59:56', '13:00:04', 0, 9]]);
});

test('letters that are easily taken for others, and a mark more, make no other line', () => {
  expect(
    rewrittenBy([
      [0, 'Level 10'],
      [4, 'Leve1 1O.'],
      [8, 'Level 10'],
    ]),
  ).toHaveLength(1);
});

test('another reading of the same strokes is the same line', () => {
  expect(
    told([
      [0, [line('Harbour')]],
      [3, [line('Harvour')]],
    ]),
  ).toEqual([['Harbour', 0, 20]]);
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
  expect(tape(2).edge([0, 0.6, 1, 0.9], 1, 3)).toMatchObject({ comes: 2, goes: 2, isAlone: true });
  expect(tape(9, 2).edge([0, 0.6, 1, 0.9], 1, 3)).toMatchObject({
    comes: 2,
    goes: 2,
    isAlone: false,
  });
  expect(tape(2).edge([0, 0.1, 1, 0.4], 1, 3)?.change).toBe(0);
  expect(tape(2).edge([0, 0.6, 1, 0.9], 5, 6)).toBeUndefined();
});

test('what comes behind a cut is no cut, and what went has gone with the cut that changed it more', () => {
  const region = [0, 0.6, 1, 0.9] as const;
  expect(tape(2, 1.2).edge(region, 1, 3)).toMatchObject({ comes: 2 });
  const dark = new SmallTape();
  for (let frame = 0; frame < 100; frame++) {
    const planes = new Uint8Array((64 * 64 * 3) / 2).fill(frame < 30 ? 235 : 20);
    if (frame >= 50) planes.fill(60, 32 * 64, 64 * 64);
    dark.push(frame / 25, planes);
  }
  expect(dark.edge(region, 1, 3)).toMatchObject({ comes: 2, goes: 1.2 });
});

const SHAPE = { width: 64, height: 32 };

/** Edges of pictures, one each 0.4 s: a line's strokes from one of them to before another. */
function strokes(from: number, to: number, ground: (picture: number, pixel: number) => boolean) {
  const made = new StrokeTape(SHAPE);
  for (let picture = 0; picture < 10; picture++) {
    const edges = new Int8Array((SHAPE.width * SHAPE.height) / 2);
    for (let pixel = 0; pixel < edges.length; pixel++) {
      const isWritten = picture >= from && picture < to && pixel % 5 === 0;
      edges[pixel] = isWritten ? 1 : ground(picture, pixel) ? -1 : 0;
    }
    made.push(picture * 0.4, edges);
  }
  return made;
}
const everywhere = [0.1, 0.2, 0.8, 0.7] as const;

test.each([
  ['a plain ground', () => false],
  ['a ground that moves', (picture: number, pixel: number) => (pixel + picture) % 7 === 0],
  ['a ground that rests', (_: number, pixel: number) => pixel % 7 === 0],
])('when a line came and went over %s is told to a picture or two', (_, ground) => {
  const tape = strokes(3, 6, ground);
  const came = { from: 2 * 0.4, to: 3 * 0.4 };
  expect(tape.came(everywhere, 0, 5 * 0.4)).toMatchObject(came);
  expect(tape.went(everywhere, 3 * 0.4, 9 * 0.4)).toMatchObject({ from: 2, to: 6 * 0.4 });
});

test('other letters in a place are told from the picture on that has them, and running ones as such', () => {
  const letters = (stepOf: (picture: number) => number) => {
    const made = new StrokeTape(SHAPE);
    for (let picture = 0; picture < 10; picture++) {
      const step = stepOf(picture);
      const written = (_: unknown, at: number) => Number(at % 11 === step);
      made.push(picture * 0.4, Int8Array.from({ length: 64 * 16 }, written));
    }
    return made.rewritten(everywhere, 0, 9 * 0.4);
  };
  const [before, after] = [5 * 0.4, 6 * 0.4];
  expect(letters((picture) => (picture < 6 ? 1 : 2))).toEqual({
    from: before,
    to: after,
    isRunning: false,
  });
  expect(letters((picture) => picture)).toMatchObject({ isRunning: true });
  expect(letters(() => 1)).toBeUndefined();
});

test('strokes of what moves tell of no turn', () => {
  const tape = new StrokeTape(SHAPE);
  for (let picture = 0; picture < 6; picture++) {
    const edges = Int8Array.from({ length: 64 * 16 }, (_, at) => ((at + 2 * picture) % 9 ? 0 : 1));
    tape.push(picture * 0.4, edges);
  }
  expect(tape.went(everywhere, 0, 5 * 0.4)).toBeUndefined();
  expect(tape.came(everywhere, 0, 5 * 0.4)).toBeUndefined();
});

test('strokes that are there to the end, or of which no picture is kept, tell of no turn', () => {
  const tape = strokes(3, 6, () => false);
  expect(tape.went(everywhere, 3 * 0.4, 5 * 0.4)).toBeUndefined();
  expect(tape.went(everywhere, 1.3, 9 * 0.4)).toBeUndefined();
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
