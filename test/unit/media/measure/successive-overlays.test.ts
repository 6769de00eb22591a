import type { Overlay } from '../../../../layers/media/measure/overlays/overlay.ts';
import { oneAfterTheOther } from '../../../../layers/media/measure/overlays/rewritten.ts';
import { Succession } from '../../../../layers/media/measure/overlays/succession.ts';
import { FrameHistory } from '../../../../layers/media/measure/pictures/frame-history.ts';
import { FINE, FINE_PIXELS, PIXELS } from '../../../../layers/media/measure/pictures/grey.ts';
import { grey, landscape, measured, noisy } from './scenes.ts';

const view = landscape(3);
/** Letters as these pictures show them: columns of one line, each in a grey of its own. */
const letters = (line: number, column: number): number =>
  150 + ((Math.imul(column + 7 * line, 0x9e3779b1) >>> 8) % 100);

const written = (line: number, left = 0.2) =>
  grey((x, y) =>
    y >= 0.84 && y < 0.92 && x >= left && x < 1 - left
      ? letters(line, Math.floor(x * 64))
      : view(x, y) / 2,
  );

test('lines that follow each other in one place are told each by itself', () => {
  const bare = grey((x, y) => view(x, y) / 2);
  const lines = [written(1), written(2), written(3)] as const;
  for (const gap of [0, 2]) {
    const { signal } = measured((frame) => {
      const line = Math.floor((frame - 25) / 40);
      const isBare = line < 0 || line > 2 || (frame - 25) % 40 >= 40 - gap;
      return noisy(isBare ? bare : (lines[line as 0 | 1 | 2] ?? bare), frame, 3);
    }, 7);
    const seconds = signal.overlays?.map(({ start, end }) => [start, end]);
    expect([gap, seconds]).toEqual([
      gap,
      [1, 2.6, 4.2].map((start) => [start, expect.closeTo(start + 1.6 - gap / 25, 2)]),
    ]);
  }
});

/** Strokes with their ground between them, in rows and columns of the pictures that are read. */
const isInk = (line: number, x: number, y: number): boolean =>
  (Math.imul(x + FINE * y + 4099 * line, 0x9e3779b1) >>> 9) % 100 < 55;

const inked = (line: number, left: number) =>
  grey((x, y) => {
    const isIn = y >= 0.84 && y < 0.92 && x >= left && x < 1 - left;
    return isIn && isInk(line, Math.floor(x * FINE), Math.floor(y * FINE)) ? 220 : view(x, y) / 2;
  });

test('a line that is there from the first frame on, and a short one after it, are two', () => {
  const bare = grey((x, y) => view(x, y) / 2);
  const [first, second] = [inked(1, 0.2), inked(2, 0.36)];
  const { signal } = measured((frame) => {
    const shown = frame < 40 ? first : frame < 70 ? second : bare;
    return noisy(shown, frame, 3);
  }, 5);
  expect(signal.overlays?.map(({ start, end }) => [start, end])).toEqual([
    [0, 1.6],
    [1.6, 2.8],
  ]);
  const [long, short] = signal.overlays?.map(({ region: [left, , right] }) => right - left) ?? [];
  expect(long).toBeCloseTo(0.6, 1);
  expect(short).toBeCloseTo(0.28, 1);
});

/** A place in which so many frames each show a line, from a column to its mirror, or nothing. */
function followed(shown: readonly (readonly [frames: number, line: number, left: number])[]) {
  const history = new FrameHistory(9);
  const frames = shown.flatMap(([count, line, left]) =>
    Array<readonly [number, number]>(count).fill([line, left]),
  );
  const draw = (line: number, left: number, frame: number): Uint8Array => {
    const planes = new Uint8Array(FINE_PIXELS + 2 * PIXELS).fill(128);
    for (let i = 0; i < FINE_PIXELS; i++) {
      const [x, y] = [i % FINE, Math.floor(i / FINE)];
      const isIn = y >= 54 && y < 58 && x >= left && x < FINE - left;
      const ground = 60 + 20 * Math.sin((x + frame / 4) / 9 + y / 7);
      planes[i] = line > 0 && isIn && isInk(line, x, y) ? 220 : ground;
    }
    return planes;
  };
  const region: Overlay['region'] = [12 / FINE, 54 / FINE, 52 / FINE, 58 / FINE];
  const [, line = 0, left = 0] = shown[0] ?? [];
  const written = { region, without: draw(0, 0, 0), withIt: draw(line, left, 0) };
  const succession = new Succession(history, written);
  let [begun, goesOn] = [false, false];
  frames.forEach(([line, left], frame) => {
    history.push(frame / 25, draw(line, left, frame));
    if (begun) goesOn &&= succession.push(frame);
    else if (frame === shown[0]?.[0]) [begun, goesOn] = [true, succession.begin(frame)];
  });
  return { goesOn, lines: succession.lines };
}

test('the lines that follow writing in its place are told until it is bare', () => {
  const { lines, goesOn } = followed([
    [20, 1, 12],
    [30, 2, 12],
    [25, 3, 24],
    [30, 0, 0],
  ]);
  expect(goesOn).toBe(false);
  expect(lines.map(({ start, end }) => [start, end])).toEqual([
    [0.8, 2],
    [2, 3],
  ]);
  const columns = lines.map(({ region: [left, , right] }) => FINE * (right - left));
  expect(columns[0]).toBeCloseTo(40, -1);
  expect(columns[1]).toBeCloseTo(16, -1);
});

test('a place that writing left bare has no lines, and one that is still written goes on', () => {
  expect(
    followed([
      [20, 1, 12],
      [30, 0, 0],
    ]),
  ).toEqual({ goesOn: false, lines: [] });
  const open = followed([
    [20, 1, 12],
    [30, 2, 12],
  ]);
  expect(open).toMatchObject({ goesOn: true, lines: [{ start: 0.8, end: null }] });
});

const overlay = { start: 1, end: 5, region: [0.1, 0.8, 0.9, 0.9], confidence: 0.9 } as const;

test('what is written anew all the time is one overlay, and its own coming and going part nothing', () => {
  const one = { ...overlay, region: [...overlay.region] as [number, number, number, number] };
  const clock = [1.5, 2, 2.5, 3, 3.5, 4, 4.5];
  expect(oneAfterTheOther(one, clock, 9)).toEqual([one]);
  expect(oneAfterTheOther(one, [1.04, 4.9], 9)).toEqual([one]);
  expect(oneAfterTheOther({ ...one, end: null }, [3], 9)).toEqual([
    { ...one, end: 3 },
    { ...one, start: 3, end: null },
  ]);
});
