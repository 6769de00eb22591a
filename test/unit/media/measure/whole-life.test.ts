import { borneOut } from '../../../../layers/media/measure/overlays/borne-out.ts';
import { lifeOf } from '../../../../layers/media/measure/overlays/whole-life.ts';
import { FrameHistory } from '../../../../layers/media/measure/pictures/frame-history.ts';
import { FINE, FINE_PIXELS, PIXELS } from '../../../../layers/media/measure/pictures/grey.ts';

const ALL = Int16Array.from({ length: FINE_PIXELS }, (_, i) => i);

const cellsIn = (left: number, top: number, right: number, bottom: number): Int16Array =>
  ALL.filter((i) => {
    const [x, y] = [i % FINE, Math.floor(i / FINE)];
    return x >= left && x < right && y >= top && y < bottom;
  });

const BOX = cellsIn(20, 40, 44, 48);
const RING = cellsIn(16, 36, 48, 52).filter((i) => !BOX.includes(i));

/** Stripes that rest, with some cells lit by so much. */
function view(light: number, ...lit: Int16Array[]) {
  const fine = Uint8Array.from(ALL, (i) => 60 + 20 * (i % 3));
  for (const cells of lit) for (const i of cells) fine[i] = (fine[i] as number) + light;
  const colours = new Uint8Array(2 * PIXELS).fill(128);
  return { planes: Uint8Array.from([...fine, ...colours]), fine, colours };
}

const empty = view(0);
const shown = view(90, BOX);

function lifeThrough(last: typeof empty, gone: typeof empty) {
  const history = new FrameHistory(4);
  for (const { fine, colours } of [empty, shown, shown, last, gone])
    history.push(history.count / 25, Uint8Array.from([...fine, ...colours]));
  const whole = { usual: 0, came: 9 };
  const lived = { from: 1, cells: BOX, marks: BOX, ring: RING, step: 90, whole };
  const ends = { ...lived, pictures: { before: empty, after: shown } };
  const borne = { share: 1, region: undefined };
  return lifeOf(history, ends, { frame: 3, last, gone, went: 9 }, borne, [0.3, 0.6, 0.7, 0.8]);
}

test('what goes as it came is undone, and what something else takes away is not', () => {
  expect(lifeThrough(shown, empty).undone).toBeCloseTo(1, 5);
  const other = view(90, cellsIn(20, 40, 30, 52));
  expect(lifeThrough(shown, other).undone).toBeLessThan(0.8);
});

test('how calm a thing was is told over all of its life', () => {
  expect(lifeThrough(shown, empty).calm).toBe(0);
  expect(lifeThrough(view(30, BOX), empty).calm).toBeGreaterThan(0.1);
});

test('where its going was not seen, a thing has no more than stands beside its cells', () => {
  const arm = cellsIn(26, 4, 32, 40);
  const both = view(90, BOX, arm);
  const come = { cells: BOX, marks: BOX, pictures: { before: empty, after: both } };
  expect(borneOut(come, both, undefined).region).toEqual([20 / 64, 40 / 64, 44 / 64, 48 / 64]);
});

test('what steps here and there at both ends, in other rows, is no part of a thing', () => {
  const stirred = cellsIn(26, 4, 46, 40).filter((i) => i % 5 === Math.floor(i / FINE) % 5);
  const both = view(90, BOX, stirred);
  const come = { cells: BOX, marks: BOX, pictures: { before: empty, after: both } };
  expect(borneOut(come, both, empty).region).toEqual([20 / 64, 40 / 64, 44 / 64, 48 / 64]);
});

test('a second line that both ends bear out is of the thing, whichever it was told by', () => {
  const line = cellsIn(22, 34, 42, 39);
  const both = view(90, BOX, line);
  const come = { cells: BOX, marks: BOX, pictures: { before: empty, after: both } };
  expect(borneOut(come, both, empty).region).toEqual([20 / 64, 34 / 64, 44 / 64, 48 / 64]);
});
