import { withLivingPictures } from '../../../../layers/media/measure/pages/living-picture.ts';
import { flat, measured, once, type Picture } from './scenes.ts';

const GROUND = 30;
const ground = flat(GROUND);

/** Two short lines, other ones on each slide. */
const slide = (seed: number): Picture =>
  once(ground, `${seed}`, () => (x, y) => {
    const line = Math.floor((y - 0.1) / 0.2);
    const within = (y - 0.1) / 0.2 - line;
    if (!(line === 0 || line === 2) || within >= 0.3 || x <= 0.06 || x >= 0.46) return GROUND;
    const mix = Math.imul(Math.floor(x * 40) + 97 * line + 1009 * seed, 2654435761) >>> 0;
    const thick = Math.imul(mix ^ (mix >>> 15), 2246822519) >>> 24;
    return thick > 60 ? 90 + thick / 2 : GROUND;
  });

/** A speaker in a corner: a head that goes on moving before a room that rests. */
const besideSpeaker =
  (sheet: Picture, frame: number): Picture =>
  (x, y) => {
    if (x < 0.7 || x > 0.97 || y < 0.6 || y > 0.97) return sheet(x, y);
    const sway = 0.03 * Math.sin(frame / 4);
    const head = Math.hypot(x - 0.84 - sway, y - 0.78) < 0.05;
    if (head) return 150 + 60 * Math.sin(90 * (x - sway)) * Math.sin(80 * y);
    return 110 + 40 * Math.sin(40 * x) * Math.sin(35 * y);
  };

test('slides beside a speaker, who moves in a room that rests, are cuts', () => {
  const slides = [slide(1), slide(2), slide(3)];
  const shown = (frame: number) =>
    besideSpeaker(slides[Math.min(2, Math.floor(frame / 50))] as Picture, frame);
  const { technical, signal } = measured(shown, 6);
  expect(technical.scene_cuts).toEqual([2, 4]);
  expect(signal.overlays).toEqual([]);
});

/** The box around what is passed over: columns and rows, the far sides excluded. */
function passedOver(lives: readonly (readonly number[])[], drawn: readonly number[]) {
  const isIn = (cell: number, [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]) =>
    cell % 64 >= x0 && cell % 64 < x1 && cell / 64 >= y0 && cell / 64 < y1;
  const living = Uint8Array.from({ length: 4096 }, (_, cell) =>
    lives.some((box) => isIn(cell, box)) ? 1 : 0,
  );
  const whole = withLivingPictures(living, (cell) => isIn(cell, drawn));
  const cells = [...whole.keys()].filter((cell) => whole[cell] === 1);
  const xs = cells.map((cell) => cell % 64);
  const ys = cells.map((cell) => Math.floor(cell / 64));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1];
}

test('a picture that lives is passed over as far as it is drawn, a large drawing is not', () => {
  const speaker = [50, 46, 64, 64];
  expect(passedOver([[53, 50, 60, 60]], speaker)).toEqual(speaker);
  expect(passedOver([[53, 50, 60, 60]], [53, 50, 60, 60])).toEqual([53, 50, 60, 60]);
  expect(passedOver([[53, 50, 60, 60]], [0, 0, 64, 64])).toEqual([53, 50, 60, 60]);
  // A pointer: too few cells, and a line that it drew is no picture.
  expect(passedOver([[10, 10, 13, 13]], [0, 0, 20, 20])).toEqual([10, 10, 13, 13]);
});
