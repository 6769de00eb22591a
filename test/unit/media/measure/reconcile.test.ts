import type { Overlay } from '../../../../layers/media/measure/overlays/overlay.ts';
import {
  reconcileImpulses,
  reconcileMoves,
  reconcileTransitions,
  reconcileWhips,
} from '../../../../layers/media/measure/reconcile.ts';
import { reconcileOverlays } from '../../../../layers/media/measure/reconcile-overlays.ts';

const insert = (start: number) =>
  ({
    kind: 'insert',
    start,
    end: start + 0.04,
    to: 0,
    frames: 1,
    lift: 0,
    confidence: 0.7,
  }) as const;
const fade = (kind: 'in' | 'out', start: number, end: number) => ({
  kind,
  start,
  end,
  confidence: 0.9,
});
const zoom = (start: number, end: number) =>
  ({ kind: 'zoom_in', start, end, confidence: 0.9 }) as const;

test('the darkest frame between a fade out and a fade in is no insert', () => {
  const fades = [fade('out', 2.2, 3), fade('in', 3.04, 3.8)];
  expect(reconcileImpulses([insert(3), insert(5)], fades)).toEqual([insert(5)]);
});

test('an insert before a fade out or after a fade in stays one', () => {
  const inserts = [insert(2), insert(4)];
  expect(reconcileImpulses(inserts, [fade('out', 2.2, 3), fade('in', 3, 3.8)])).toEqual(inserts);
});

test('a camera move ends and begins at a cut that its smoothed speed reaches over', () => {
  const moves = reconcileMoves([zoom(0, 4.08), zoom(7.96, 10)], [], [], [4, 8]);
  expect(moves).toEqual([zoom(0, 4), zoom(8, 10)]);
});

test('a camera move that goes on after a cut is not shortened', () => {
  expect(reconcileMoves([zoom(0, 6)], [], [], [4])).toEqual([zoom(0, 6)]);
});

const wipe = (start: number, end: number, confidence: number) =>
  ({ kind: 'left', start, end, confidence, faded: false }) as const;
const pan = { kind: 'pan_right', start: 2, end: 4, confidence: 0.9 } as const;

test('a doubtful wipe inside a sure camera move is the edge of something it passes; a sure one stays', () => {
  const sure = wipe(3, 3.5, 0.95);
  expect(reconcileTransitions([wipe(2.2, 2.7, 0.77), sure], [], [pan], [])).toEqual([sure]);
});

test('a dissolve of which the detail fades stays inside a sure camera move', () => {
  const dissolve = { kind: 'dissolve', start: 2.2, end: 2.9, confidence: 0.8 } as const;
  const faded = { ...dissolve, faded: true };
  expect(reconcileTransitions([faded], [], [pan], [])).toEqual([faded]);
  expect(reconcileTransitions([{ ...dissolve, faded: false }], [], [pan], [])).toEqual([]);
});

test('of a whip and a wipe at the same time one is said: the one that takes longer', () => {
  const whip = (start: number) => [{ start, end: 2.4, confidence: 0.9 }];
  expect(reconcileTransitions([wipe(2.1, 2.25, 0.8)], [], [], whip(2))).toEqual([]);
  const long = reconcileTransitions([wipe(2, 2.5, 0.8)], [], [], whip(2.1));
  expect(long).toHaveLength(1);
  expect(reconcileWhips([{ start: 2.1, end: 2.4 }], long)).toEqual([]);
});

test('of a whip and a dissolve whose detail fades during it the surer is said', () => {
  const whip = [{ start: 2, end: 2.4, confidence: 0.9 }];
  const dissolve = (confidence: number) =>
    ({ kind: 'dissolve', start: 2.1, end: 2.4, confidence, faded: true }) as const;
  expect(reconcileTransitions([dissolve(0.6)], [], [], whip)).toEqual([]);
  expect(reconcileTransitions([dissolve(0.95)], [], [], whip)).toHaveLength(1);
});

const overlay = (start: number, end: number | null, confidence = 0.9): Overlay => ({
  start,
  end,
  region: [0.1, 0.1, 0.4, 0.2],
  confidence,
});
const nothing = {
  transitions: [],
  fades: [],
  moves: [],
  whips: [],
  freezes: [],
  cuts: [],
  impulses: [],
};

test.each([
  ['came as a picture froze and went as that went on', overlay(1.9, 4)],
  ['came as a frozen picture went on and went with a wipe', overlay(4, 6.3)],
  ['came as a picture went on and went with the next cut', overlay(4, 8)],
  ['came with the picture after a flash and went as that faded out', overlay(9.2, 10.4, 0.99)],
])('what %s is that picture and no overlay', (_, one) => {
  const others = {
    ...nothing,
    freezes: [{ start: 2, end: 4 }],
    transitions: [wipe(6, 7, 0.9)],
    cuts: [8],
    impulses: [{ ...insert(9.16), kind: 'flash' as const, end: 9.2 }],
    fades: [fade('out', 10, 11)],
  };
  expect(reconcileOverlays([one], others)).toEqual([]);
  expect(reconcileOverlays([one], nothing)).toEqual([one]);
});

test('a title that comes by itself and goes with its shot, or comes after a flash and goes by itself, is one', () => {
  const titles = [overlay(1, 4), overlay(5.04, 7)];
  const others = { ...nothing, cuts: [4], impulses: [insert(5)] };
  expect(reconcileOverlays(titles, others)).toEqual(titles);
});

test('a title that comes out of the black right after a fade is one; what is left of the fade is none', () => {
  const title = overlay(5.04, 7);
  expect(reconcileOverlays([title], { ...nothing, fades: [fade('out', 4, 5)] })).toEqual([title]);
  expect(reconcileOverlays([title], { ...nothing, fades: [fade('in', 4, 5)] })).toEqual([]);
  expect(reconcileOverlays([title], { ...nothing, fades: [fade('out', 4, 5.5)] })).toEqual([]);
});

test('what seems to come as a view returns from strange frames is none, unless it is surely told', () => {
  const others = { ...nothing, impulses: [insert(5)] };
  const back = (insert(5) as { end: number }).end;
  expect(reconcileOverlays([overlay(back, 7, 0.7)], others)).toEqual([]);
  expect(reconcileOverlays([overlay(back, 7, 0.95)], others)).toHaveLength(1);
});

test('a title surely told stays, though it comes and goes with the frozen picture that it is laid over', () => {
  const title = overlay(2, 4, 1);
  expect(reconcileOverlays([title], { ...nothing, freezes: [{ start: 2, end: 4 }] })).toEqual([
    title,
  ]);
});

test('a title that is written on a still is one, though the rest of the still ends there', () => {
  const title = overlay(3, null, 0.6);
  const rest = { start: 0, end: 3 };
  const written = { ...nothing, freezes: [rest, { start: 3, end: 8 }] };
  expect(reconcileOverlays([title], written)).toEqual([title]);
  expect(reconcileOverlays([title], { ...nothing, freezes: [rest] })).toEqual([]);
});

test('parts that come and go together are one overlay; what goes a second earlier is another', () => {
  const part = (end: number, left: number): Overlay => ({
    start: 7.64,
    end,
    region: [left, 0.125, left + 0.25, 0.25],
    confidence: 0.9,
  });
  expect(reconcileOverlays([part(9.72, 0.25), part(9.4, 0.625)], nothing)).toMatchObject([
    { end: 9.72, region: [0.25, 0.125, 0.875, 0.25] },
  ]);
  const apart = [part(9.72, 0.5), part(8.64, 0.125)];
  expect(reconcileOverlays(apart, nothing)).toEqual(apart);
});
