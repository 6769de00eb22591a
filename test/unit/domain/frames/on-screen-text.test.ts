import { withLaidWords, withText } from '../../../../layers/domain/frames/on-screen-text.ts';
import type { Signal } from '../../../../layers/domain/frames/signal.ts';

type Overlay = NonNullable<Signal['overlays']>[number];
const overlay: Overlay = { start: 2, end: 5, region: [0.1, 0.7, 0.6, 0.9], confidence: 1 };
const signalWith = (overlays?: Overlay[]): Signal => ({
  mode: 'full',
  frames_read: 100,
  inserts: [],
  flashes: [],
  dissolves: [],
  ...(overlays && { overlays }),
});
const line = (text: string, start: number, end: number, top: number) => ({
  text,
  start,
  end,
  confidence: 0.9,
  region: [0.15, top, 0.55, top + 0.06] as [number, number, number, number],
});

test('an overlay tells the lines that stand in it while it stands', () => {
  const lines = [line('Maria Lopez', 2, 5, 0.72), line('Director', 2.1, 5, 0.8)];
  expect(withText(signalWith([overlay]), lines).overlays).toEqual([
    { ...overlay, text: 'Maria Lopez\nDirector' },
  ]);
});

test.each([
  ['another place', line('Elsewhere', 2, 5, 0.1)],
  ['another time', line('Later', 6, 8, 0.75)],
  ['most of another time', line('Longer', 4.5, 12, 0.75)],
])('writing in %s is not its text', (_, other) => {
  expect(withText(signalWith([overlay]), [other]).overlays).toEqual([overlay]);
});

test('lines that were read one after the other in one place are overlays of their own', () => {
  const tall = { ...overlay, end: 9, region: [0.14, 0.7, 0.56, 0.8] as Overlay['region'] };
  const lines = [
    line('Nobody', 4.05, 6, 0.72),
    line('Wait.', 2, 4, 0.72),
    line('Here', 7, 9, 0.72),
  ];
  const region = [0.15, 0.72, 0.55, 0.78];
  expect(withText(signalWith([tall]), lines).overlays).toEqual([
    { ...tall, start: 2, end: 4.05, region, text: 'Wait.' },
    { ...tall, start: 4.05, end: 6, region, text: 'Nobody' },
    { ...tall, start: 7, end: 9, region, text: 'Here' },
  ]);
});

test('a sign whose words change stays, and so do lines one of which stands beside the others', () => {
  const [first, second] = [line('Wait.', 2, 3.5, 0.72), line('Here', 3.5, 5, 0.72)];
  const sign = { ...overlay, region: [0, 0.6, 1, 1] as Overlay['region'] };
  expect(withText(signalWith([sign]), [first, second]).overlays).toEqual([
    { ...sign, text: 'Wait.\nHere' },
  ]);
  const name = line('Maria Lopez', 2, 5, 0.8);
  expect(withText(signalWith([overlay]), [first, second, name]).overlays).toEqual([
    { ...overlay, text: 'Wait.\nHere\nMaria Lopez' },
  ]);
});

test('an overlay that stays to the end has the text that stays', () => {
  const open = { ...overlay, end: null };
  expect(withText(signalWith([open]), [line('To be continued', 2, 9, 0.75)]).overlays).toEqual([
    { ...open, text: 'To be continued' },
  ]);
});

test('without overlays nothing is told of them', () => {
  expect(withText(signalWith(), [line('Hello', 0, 1, 0.5)])).toEqual(signalWith());
});

test('lines that are laid over a shot and come and go together are an overlay', () => {
  const lines = [line('Maria Lopez', 6, 9, 0.2), line('Director', 6.1, 9.2, 0.3)];
  const words = { start: 6, end: 9.2, region: [0.15, 0.2, 0.55, 0.36], confidence: 0.9 };
  expect(withLaidWords(signalWith([overlay]), lines, { cuts: [], until: 20 }).overlays).toEqual([
    overlay,
    words,
  ]);
});

test('a line that an overlay touches is none of its own', () => {
  const lines = [line('Maria Lopez', 2, 5, 0.85)];
  expect(withLaidWords(signalWith([overlay]), lines, { cuts: [], until: 20 }).overlays).toEqual([
    overlay,
  ]);
});

test.each([
  ['with a cut is the shot’s own', 6, []],
  ['a frame beside the cut is the shot’s own', 5.96, []],
  ['into the shot after the cut is laid over it', 5.5, [{ start: 6, end: 9 }]],
])('a line that comes %s', (_, cut, overlays) => {
  const lines = [line('00:00:00.400', 6, 9, 0.2)];
  const found = withLaidWords(signalWith([]), lines, { cuts: [cut], until: 20 });
  expect(found.overlays).toMatchObject(overlays);
});

test('a line that stays to the end of the window is an overlay without an end', () => {
  const found = withLaidWords(signalWith([]), [line('To be continued', 8, 20, 0.5)], {
    cuts: [],
    until: 20.0002,
  });
  expect(found.overlays).toMatchObject([{ start: 8, end: null }]);
});

test('where overlays are not looked for no words are told as one', () => {
  expect(withLaidWords(signalWith(), [line('Hello', 2, 3, 0.5)], { cuts: [], until: 20 })).toEqual(
    signalWith(),
  );
});
