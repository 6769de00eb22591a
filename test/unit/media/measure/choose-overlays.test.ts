import { chooseOverlays } from '../../../../layers/media/measure/overlays/choose-overlays.ts';
import type { Found } from '../../../../layers/media/measure/overlays/found.ts';

const found = (
  [start, end]: readonly [number, number],
  region: Found['overlay']['region'],
  confidence: number,
  traits: Partial<Found['traits']> = {},
  life?: Found['life'],
): Found => ({
  life,
  came: 'as one',
  coloured: false,
  box: false,
  rewritten: [],
  after: [],
  overlay: { start, end, region, confidence },
  // Two thirds of the region's cells, 64 a side, changed.
  traits: {
    n: Math.log((2 / 3) * 4096 * areaOf(region)),
    leap: 1,
    finer: 1,
    ended: 0,
    gave: 0,
    ...traits,
  },
});

const areaOf = ([x0, y0, x1, y1]: Found['overlay']['region']): number => (x1 - x0) * (y1 - y0);

const firstWord = found([1, 4], [0.3, 0.72, 0.45, 0.81], 0.8);

test('a title has all of its words, also where some were lost from sight before it went', () => {
  const bothWords = found([1, 2], [0.3, 0.73, 0.7, 0.81], 0.7);
  expect(chooseOverlays([firstWord, bothWords], 5)).toEqual([
    { start: 1, end: 4, region: [0.3, 0.72, 0.7, 0.81], confidence: 0.8 },
  ]);
});

test('words of one line that come and go together are one title, however far apart', () => {
  const last = found([1, 4], [0.65, 0.72, 0.8, 0.81], 0.7);
  expect(chooseOverlays([firstWord, last], 5)).toEqual([
    { start: 1, end: 4, region: [0.3, 0.72, 0.8, 0.81], confidence: 0.8 },
  ]);
});

test('a title has all of its words where its colours tell some of them by whole blocks of cells', () => {
  const coloured = { ...found([1, 4], [0.2, 0.81, 0.84, 0.91], 0.99), coloured: true };
  const words = [
    found([1, 4], [0.14, 0.8, 0.66, 0.95], 0.97),
    found([1, 4], [0.69, 0.8, 0.86, 0.95], 0.98),
  ];
  const n = Math.log(4096 * areaOf([0.28, 0.84, 0.47, 0.91]));
  const block = { ...found([1, 4], [0.28, 0.84, 0.47, 0.91], 0.63, { n }), coloured: true };
  expect(chooseOverlays([coloured, ...words, block], 4).map(({ region }) => region)).toEqual([
    [0.14, 0.8, 0.86, 0.95],
  ]);
  const [first] = words as [Found];
  const wide = { ...first, overlay: { ...first.overlay, confidence: 1 } };
  expect(chooseOverlays([wide, block], 4).map(({ region }) => region)).toEqual([
    wide.overlay.region,
  ]);
});

test('the words beside it are of the title too where they were not seen to go', () => {
  const rest = found([1, 6.3], [0.47, 0.73, 0.7, 0.81], 0.3);
  const farther = found([1, 6.3], [0.55, 0.73, 0.7, 0.81], 0.3);
  const title = { start: 1, end: 4, confidence: 0.8 };
  expect(chooseOverlays([firstWord, rest], 7)).toEqual([
    { ...title, region: [0.3, 0.72, 0.7, 0.81] },
  ]);
  expect(chooseOverlays([firstWord, farther], 7)).toEqual([firstWord.overlay]);
});

test('a title that flies in is one, seen where it began and where it stands', () => {
  const began = { ...found([1.2, 4], [0, 0.38, 0.55, 0.59], 0.99), came: 'bit by bit' as const };
  const last = { ...found([1.37, 4], [0.6, 0.44, 0.94, 0.56], 0.98), came: 'bit by bit' as const };
  const stands = found([1.37, 4], [0, 0.44, 0.94, 0.56], 0.97, { ended: 1 });
  expect(chooseOverlays([began, last, stands], 5)).toEqual([
    { start: 1.2, end: 4, region: [0, 0.38, 0.94, 0.59], confidence: 0.99 },
  ]);
});

test('what lies inside an overlay while that is there is not said again', () => {
  const picture = found([1, 6], [0.1, 0.1, 0.5, 0.6], 0.9);
  const detail = found([3, 5], [0.2, 0.2, 0.4, 0.4], 0.7);
  expect(chooseOverlays([picture, detail], 7)).toEqual([picture.overlay]);
});

test('a logo that comes when a title does is one of its own', () => {
  const logo = found([1, 4.9], [0.85, 0.05, 0.95, 0.15], 0.7);
  expect(chooseOverlays([firstWord, logo], 5)).toHaveLength(2);
});

test('what comes later at the same place is not part of it', () => {
  const later = found([4.5, 5], [0.3, 0.72, 0.7, 0.81], 0.6);
  expect(chooseOverlays([firstWord, later], 5).map(({ region }) => region[2])).toEqual([0.45, 0.7]);
});

test('of unlikely things none is said', () => {
  expect(chooseOverlays([found([1, 2], [0.1, 0.1, 0.5, 0.2], 0.5)], 5)).toEqual([]);
});

test('what covered a picture and gave it back is the overlay, not the finer picture that came back', () => {
  const box = found([2, 5.5], [0.25, 0.7, 0.75, 0.9], 0.45, { ended: 1, gave: 0.02 });
  const meadow = found([5.03, 8], [0.25, 0.7, 0.75, 0.9], 0.98, { leap: 0.3 });
  expect(chooseOverlays([box, meadow], 8)).toEqual([{ ...box.overlay, confidence: 0.98 }]);
});

test('a part of what was covered is no overlay when it comes back', () => {
  const bar = found([2, 5.5], [0, 0.7, 1, 0.9], 0.97, { ended: 1, gave: 0.14 });
  const shoes = found([5.5, 7], [0.5, 0.74, 0.9, 0.88], 0.7);
  expect(chooseOverlays([bar, shoes], 8)).toEqual([bar.overlay]);
});

test('a title in the place of something that did not give back what it covered is one', () => {
  const man = found([2, 5.5], [0.25, 0.7, 0.75, 0.9], 0.45, { ended: 1, gave: 0.8 });
  const title = found([5.03, 8], [0.25, 0.7, 0.75, 0.9], 0.98);
  expect(chooseOverlays([man, title], 8)).toEqual([title.overlay]);
});

test('what came at once where a finer picture had stood is the overlay, where it is likely enough', () => {
  const city = { ...found([0, 0.7], [0.05, 0.7, 0.56, 0.89], 0.95), came: 'stood' as const };
  const box = found([0.7, 2.8], [0.05, 0.69, 0.56, 0.88], 0.47, { finer: -0.6 });
  expect(chooseOverlays([city, box], 8)).toEqual([{ ...box.overlay, confidence: 0.95 }]);
  const view = found([0.7, 2.8], [0.05, 0.69, 0.56, 0.88], 0.14, { finer: -0.6 });
  expect(chooseOverlays([city, view], 8)).toEqual([city.overlay]);
});

test('a line that stood from the first frame on and the one that takes its place are two', () => {
  const first = { ...found([0, 2], [0.2, 0.8, 0.8, 0.9], 0.97), came: 'stood' as const };
  const second = found([2, 4], [0.2, 0.8, 0.8, 0.9], 0.9, { finer: 0 });
  expect(chooseOverlays([first, second], 8)).toEqual([first.overlay, second.overlay]);
});

test('a line that another one replaces at once is told where its going alone is less sure', () => {
  const region: Found['overlay']['region'] = [0.2, 0.8, 0.8, 0.9];
  const first = { ...found([0, 2], region, 0.8), came: 'stood' as const };
  expect(chooseOverlays([first], 8)).toEqual([]);
  const line = { start: 2, end: 4, region, unrest: 0.1 };
  expect(chooseOverlays([{ ...first, after: [line] }], 8)).toEqual([
    first.overlay,
    { start: 2, end: 4, region, confidence: 0.8 },
  ]);
  const shortly = { ...line, end: 2.3 };
  expect(chooseOverlays([{ ...first, after: [shortly] }], 8)).toEqual([]);
});

test('lines of about a second are told each, also those two frames after another', () => {
  const region: Found['overlay']['region'] = [0.2, 0.8, 0.8, 0.9];
  const lines = [
    found([1, 2], region, 1, { ended: 1, gave: 0.1 }),
    found([2.08, 3], region, 0.9),
    found([3, 4], region, 0.8, { finer: 0 }),
  ];
  expect(chooseOverlays(lines, 8)).toEqual(lines.map(({ overlay }) => overlay));
});

test('a look that took two lines for one is parted where others saw one of them exactly', () => {
  const region: Found['overlay']['region'] = [0.3, 0.8, 0.7, 0.9];
  const both = found([1, 4], region, 1, {}, { borne: 0.4, boxed: 1 });
  const first = found([1, 2.5], [0.25, 0.8, 0.75, 0.9], 0.9, {}, { borne: 0.95, boxed: 1 });
  expect(chooseOverlays([both, first], 8).map(({ start, end }) => [start, end])).toEqual([
    [1, 2.5],
    [2.5, 4],
  ]);
  const slowly = { ...first, traits: { ...first.traits, leap: 0.2 } };
  expect(chooseOverlays([both, slowly], 8).map(({ start, end }) => [start, end])).toEqual([[1, 4]]);
});

test('what gave back a view that had come up in its place is the overlay, not that view', () => {
  const view = found([2, 3.9], [0.25, 0.7, 0.75, 0.9], 0.42, { ended: 1, gave: 0.24 });
  const title = found([3.9, 6], [0.25, 0.7, 0.75, 0.9], 1, { ended: 1, gave: 0.05 });
  expect(chooseOverlays([view, title], 8)).toEqual([title.overlay]);
});

test('a title is not widened by strays that came with it in a less likely look', () => {
  const title = found([1, 4], [0.3, 0.72, 0.7, 0.81], 0.8);
  const withStrays = found([1, 4], [0.3, 0.3, 0.9, 0.95], 0.7, {
    n: title.traits.n + Math.log(1.3),
  });
  expect(chooseOverlays([title, withStrays], 5).map(({ region }) => region)).toEqual([
    title.overlay.region,
  ]);
});

test('a title that both of its ends bear out keeps the words that something passed over', () => {
  const seenByFew = { n: Math.log(40), ended: 1 };
  const line = found([1, 4], [0.1, 0.72, 0.9, 0.81], 0.9, seenByFew, { borne: 1, boxed: 1 });
  const firstWords = found([1, 4.2], [0.1, 0.72, 0.35, 0.81], 0.8);
  expect(chooseOverlays([line, firstWords], 5).map(({ region }) => region)).toEqual([
    line.overlay.region,
  ]);
});

test('what flew in has the region of all of it, from when its likeliest part came', () => {
  const part = found([1.6, 4], [0.3, 0.72, 0.4, 0.81], 0.95);
  const all = { ...found([1.2, 4], [0.28, 0.7, 0.7, 0.82], 0.7), came: 'bit by bit' as const };
  expect(chooseOverlays([part, all], 5)).toEqual([{ ...part.overlay, region: all.overlay.region }]);
});

test('letters that were told late have the line that they were typed in, unlikely as it is', () => {
  const last = found([1.6, 4], [0.6, 0.72, 0.7, 0.81], 0.95);
  const line = { ...found([1.2, 4], [0.28, 0.72, 0.7, 0.82], 0.3), came: 'bit by bit' as const };
  const { region } = line.overlay;
  expect(chooseOverlays([last, line], 5)).toEqual([{ ...last.overlay, region }]);
  const page = { ...found([1.2, 4], [0.28, 0.3, 0.7, 0.82], 0.3), came: 'bit by bit' as const };
  expect(chooseOverlays([last, page], 5)).toEqual([last.overlay]);
});

test('what comes close beside a likelier thing and goes before it did not fly in', () => {
  const title = found([1, 4], [0.28, 0.72, 0.7, 0.82], 0.95);
  const flown = (span: [number, number], region: Found['overlay']['region']): Found => ({
    ...found(span, region, 0.8),
    came: 'flown',
  });
  const below = flown([1.2, 3.8], [0.3, 0.85, 0.6, 0.95]);
  expect(chooseOverlays([title, below], 5)).toEqual([title.overlay]);
  const above = flown([1.2, 3.8], [0.3, 0.1, 0.6, 0.2]);
  expect(chooseOverlays([title, above], 5)).toEqual([title.overlay, above.overlay]);
});

test('a line is followed by another where nearly all looks at it saw that, not where few did', () => {
  const region: Found['overlay']['region'] = [0.3, 0.72, 0.7, 0.81];
  const saw = (...rewritten: number[]) => ({ ...found([1, 5], region, 0.9), rewritten });
  const spans = (looks: readonly Found[]) =>
    chooseOverlays(looks, 6).map(({ start, end }) => [start, end]);
  expect(spans([saw(3), saw(), saw()])).toEqual([[1, 5]]);
  expect(spans([saw(3), saw(3), saw(3), saw()])).toEqual([
    [1, 3],
    [3, 5],
  ]);
});

test('what is left in the place of a word is not told as another title', () => {
  const word = found([1, 4], [0.4, 0.06, 0.76, 0.19], 0.99);
  const whole = found([1, 4], [0.4, 0.06, 0.95, 0.19], 0.99);
  const lastWord = { ...found([1, 9], [0.86, 0.06, 0.95, 0.17], 0.6), rewritten: [4] };
  const title = { start: 1, end: 4, region: [0.4, 0.06, 0.95, 0.19], confidence: 0.99 };
  expect(chooseOverlays([word, whole, { ...whole }, lastWord], 9)).toEqual([title]);
});

test('of a title the surest look tells the region where others are less likely', () => {
  const title = found([1, 3], [0.66, 0.81, 0.94, 0.86], 0.94);
  const bothEnds = { borne: 0.4, boxed: 1 };
  const strayed = found([1, 3], [0.38, 0.34, 0.94, 0.94], 0.72, { ended: 1 }, bothEnds);
  expect(chooseOverlays([title, strayed, { ...strayed }, { ...strayed }], 5)).toEqual([
    title.overlay,
  ]);
});

test('a look at a picture with strays in its rows does not make it wider', () => {
  const both = [{ ended: 1 }, { borne: 0.8, boxed: 1 }] as const;
  const picture = found([1, 3], [0.28, 0.3, 0.41, 0.47], 1, ...both);
  const few = { n: Math.log(43), ended: 1 };
  const strayed = found([1, 3], [0.28, 0.3, 0.64, 0.45], 1, few, { borne: 1, boxed: 1 });
  expect(chooseOverlays([picture, { ...picture }, strayed], 4)).toEqual([picture.overlay]);
});

test('what was seen to come did not stand from the first frame, dark as its place was before', () => {
  const box = [0.78, 0.06, 0.97, 0.25] as const satisfies Found['overlay']['region'];
  const came = found([5.5, 7.3], [...box], 0.99);
  const stood = { ...found([5, 7.3], [0.75, 0, 0.95, 0.23], 0.99), came: 'stood' as const };
  expect(chooseOverlays([stood, came], 8).map(({ start }) => start)).toEqual([5.5]);
  const unlikely = { ...came, overlay: { ...came.overlay, confidence: 0.6 } };
  expect(chooseOverlays([stood, unlikely], 8).map(({ start }) => start)).toEqual([5]);
});

test('a box that was seen to come at once did not fly in before', () => {
  const band = [0, 0.72, 1, 0.88] as const satisfies Found['overlay']['region'];
  const box = { ...found([9.5, 11.7], [...band], 0.99), box: true };
  const flown = { ...found([8.8, 11.7], [...band], 0.99), came: 'flown' as const };
  const [told] = chooseOverlays([flown, box], 12);
  expect(told?.start).toBe(9.5);
  const [typed] = chooseOverlays([flown, { ...box, box: false }], 12);
  expect(typed?.start).toBe(8.8);
});

test('what is narrower than any letter is no overlay, likely as it is', () => {
  const shoe = found([4.7, 5.7], [0.375, 0.81, 0.41, 0.97], 0.9);
  expect(chooseOverlays([shoe], 6)).toEqual([]);
});

test.each(['stood', 'bit by bit'] as const)(
  'what %s is told by its end alone, which must be sure: what moves off ends like it',
  (came) => {
    const thing = (confidence: number) => ({
      ...found([0, 4], [0.1, 0.7, 0.5, 0.8], confidence),
      came,
    });
    expect(chooseOverlays([thing(0.94)], 6)).toEqual([]);
    expect(chooseOverlays([thing(0.97)], 6)).toHaveLength(1);
  },
);
