import { StillBorder } from '../../../../layers/media/measure/pictures/still-border.ts';
import { flat, landscape, measured, mixed, type Picture, ramp, seen } from './scenes.ts';

const a = landscape(1);
const b = landscape(2);
const GROUND = 96;

/** A film within a border of one grey: 0.6 of the picture each way. */
const framed =
  (film: Picture, ground = GROUND): Picture =>
  (x, y) =>
    Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) < 0.3
      ? film(0.5 + (x - 0.5) / 0.6, 0.5 + (y - 0.5) / 0.6)
      : ground;

test('what happens in a film within a border of one colour is told as without it', () => {
  const film = (frame: number): Picture => {
    if (frame < 40) return seen(a, 0.0002 * frame);
    if (frame < 100) return mixed(b, seen(a, 0.3), ramp(frame, 70, 90));
    return seen(a, 0.3 + 0.006 * Math.min(40, Math.max(0, frame - 130)));
  };
  const { technical, signal } = measured((frame) => framed(film(frame)), 8);
  expect(technical.scene_cuts).toEqual([1.6]);
  expect(signal.dissolves).toEqual([expect.objectContaining({ start: expect.closeTo(2.8, 1) })]);
  expect(signal.camera_moves?.map(({ kind }) => kind)).toEqual(['pan_right']);
});

test.each([GROUND, 235])('light in a film within a border of grey %d is told', (ground) => {
  const film = (frame: number): Picture => {
    if (frame === 20 || frame === 21) return flat(235);
    if (frame < 100) return mixed(seen(a, 0.0002 * frame), flat(0), ramp(frame, 60, 80));
    return frame < 130 ? flat(0) : seen(b, 0.0002 * frame);
  };
  const { technical, signal } = measured((frame) => framed(film(frame), ground), 7);
  expect(signal.inserts).toEqual([]);
  expect(signal.flashes).toEqual([expect.objectContaining({ start: 0.8, end: 0.88 })]);
  expect(signal.dissolves).toEqual([]);
  expect(signal.fades).toEqual([
    expect.objectContaining({ kind: 'out', start: expect.closeTo(2.4, 1) }),
  ]);
  expect(technical.scene_cuts).toEqual([5.2]);
});

/** The columns and rows that are left of coarse pictures that are drawn one after the other. */
function left(pictures: readonly Picture[]) {
  const border = new StillBorder();
  pictures.forEach((picture, at) => {
    const cell = (_: number, i: number) =>
      Math.round(picture(((i % 32) + 0.5) / 32, (Math.floor(i / 32) + 0.5) / 32));
    const grey = Uint8Array.from({ length: 1024 }, cell);
    border.push({ grey, colours: new Uint8Array(2048).fill(128) }, at === 0);
  });
  const { left, top, right, bottom } = border.area;
  return [left, top, right, bottom];
}

const WHOLE = [0, 0, 32, 32];

test('a border is what no picture draws on, beside a film that fills its box', () => {
  expect(left([framed(a), framed(b)])).toEqual([6, 6, 26, 26]);
  expect(left([framed(a, 0), framed(b, 0)])).toEqual(WHOLE);
  expect(left([framed(a), b])).toEqual(WHOLE);
});

test('lines on a page, a box that moves on it and a window that opens later leave no border', () => {
  const line =
    (y: number): Picture =>
    (x, at) =>
      x > 0.2 && x < 0.8 && Math.abs(at - y) < 0.03 ? 20 : 230;
  const lines: Picture = (x, y) => Math.min(line(0.25)(x, y), line(0.5)(x, y), line(0.7)(x, y));
  const box =
    (from: number): Picture =>
    (x, y) =>
      x > from && x < from + 0.4 && y > 0.2 && y < 0.8 ? 40 : 230;
  expect(left([lines, lines])).toEqual(WHOLE);
  expect(left([box(0.1), box(0.2), box(0.4)])).toEqual(WHOLE);
  expect(left([flat(230), framed(a, 230)])).toEqual(WHOLE);
});
