import {
  type FlownLife,
  isFlown,
  mayHaveFlown,
} from '../../../../layers/media/measure/overlays/flown.ts';
import { grey, landscape, measured, mixed, noisy, type Picture } from './scenes.ts';

type Region = readonly [number, number, number, number];

const FRAME = 1 / 25;
const [one, other] = [landscape(3), landscape(8)];
/** A view in which something goes on all the time. */
const lively = (frame: number): Picture => mixed(one, other, 0.3 + 0.25 * Math.sin(frame / 9));
const letters = (x: number): number =>
  40 + ((Math.imul(Math.floor(64 * x), 0x9e3779b1) >>> 8) % 180);

/** Where a thing is that comes from frame 25 on and goes up to frame 105, of which it stands 60. */
const there = (frame: number): number =>
  Math.max(0, Math.min(1, (frame - 25) / 10, (105 - frame) / 10));

test('a title that flies in over a live view and flies out again is told with its place', () => {
  const { signal } = measured((frame) => {
    const top = 1 - 0.3 * there(frame);
    const view = lively(frame);
    const title: Picture = (x, y) =>
      x >= 0.1 && x < 0.5 && y >= top && y < top + 0.12 ? letters(x - 0.1) : view(x, y);
    return noisy(grey(title), frame, 2);
  }, 6);
  const [title, ...more] = signal.overlays ?? [];
  expect(more).toEqual([]);
  for (const [k, side] of [0.1, 0.7, 0.5, 0.82].entries())
    expect(Math.abs((title?.region[k] ?? 0) - side)).toBeLessThan(3 / 64);
  expect(title?.start).toBeGreaterThanOrEqual(1 - FRAME);
  expect(title?.start).toBeLessThanOrEqual(1.4 + FRAME);
  expect(title?.end).toBeGreaterThanOrEqual(3.8 - FRAME);
  expect(title?.end).toBeLessThanOrEqual(4.2 + FRAME);
});

test('what comes to rest without any stir is looked at, unless it is higher than wide', () => {
  const standing = { step: 40, range: 2 };
  expect(mayHaveFlown({ ...standing, bounds: [4, 40, 30, 48] })).toBe(true);
  expect(mayHaveFlown({ ...standing, bounds: [4, 10, 12, 40] })).toBe(false);
  expect(mayHaveFlown({ ...standing, bounds: [4, 40, 30, 48], range: 6 })).toBe(false);
});

const ENDED = { ended: 1, endLeap: 0.3, dur: 2 };
const STOOD: FlownLife = {
  borne: 0.9,
  boxed: 1,
  fell: 0.9,
  ringFell: 0.02,
  area: 0.05,
  calm: 0.03,
  undone: 0.9,
  quiet: 0,
  finerCame: 0.4,
  finerWent: 0.4,
  edgeCame: 0.2,
  edgeWent: 0.2,
};
const PLACE = [0.1, 0.7, 0.5, 0.82] as const satisfies Region;

const flown = (life: Partial<FlownLife> = {}, region: Region = PLACE, ended = ENDED) =>
  isFlown([...region], ended, { ...STOOD, ...life });

test('what stood still and left without its surroundings flew in', () => {
  expect(flown()).toBe(true);
});

test.each([
  ['what takes its surroundings with it', { ringFell: 0.3 }],
  ['what stirs while it is there', { calm: 0.3 }],
  ['what takes a border away as it comes', { edgeCame: -0.6, finerCame: -0.5 }],
  ['what is plainer than what it covers', { finerCame: -0.6, finerWent: -0.7 }],
  ['what leaves something else behind than it came over', { undone: 0.2 }],
  ['what is borne out in part', { borne: 0.3 }],
  ['what is there while everything stands still', { quiet: -3 }],
] as const)('%s did not', (_, life) => {
  expect(flown(life)).toBe(false);
});

test('a seam, what was not seen to go, and what is there for a second did not', () => {
  expect(flown({}, [0.1, 0.7, 0.5, 0.73])).toBe(false);
  expect(flown({}, PLACE, { ...ENDED, ended: 0 })).toBe(false);
  expect(flown({}, PLACE, { ...ENDED, dur: 1 })).toBe(false);
});
