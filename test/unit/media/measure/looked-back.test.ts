import { MoveDetector } from '../../../../layers/media/measure/camera/moves.ts';
import { borneOutByColour } from '../../../../layers/media/measure/overlays/borne-out-by-colour.ts';
import { shownBefore } from '../../../../layers/media/measure/overlays/looked-back.ts';
import { FrameHistory } from '../../../../layers/media/measure/pictures/frame-history.ts';
import { FINE, FINE_PIXELS, PIXELS } from '../../../../layers/media/measure/pictures/grey.ts';

const FRAME_RATE = 25;
const PACE = { rest: 8, frameRate: FRAME_RATE };
const BOX = { left: 10, right: 34, top: 44, bottom: 52 };

const inBox = (x: number, y: number): boolean =>
  x >= BOX.left && x < BOX.right && y >= BOX.top && y < BOX.bottom;

const boxCells = Int16Array.from({ length: FINE_PIXELS }, (_, i) => i).filter((i) =>
  inBox(i % FINE, Math.floor(i / FINE)),
);

/** A history of frames whose fine greys are drawn one by one. */
function drawn(
  frames: number,
  draw: (frame: number, i: number) => number,
): { history: FrameHistory; moves: MoveDetector } {
  const history = new FrameHistory(frames / FRAME_RATE);
  const moves = new MoveDetector(history, FRAME_RATE);
  for (let frame = 0; frame < frames; frame++) {
    const planes = new Uint8Array(FINE_PIXELS + 2 * PIXELS).fill(128);
    for (let i = 0; i < FINE_PIXELS; i++) planes[i] = draw(frame, i);
    history.push(frame / FRAME_RATE, planes);
    moves.push();
  }
  return { history, moves };
}

/**
 * Stripes that run to the left, with a striped box over them from one frame up to another. So many
 * columns of it more are there in each frame, from its left.
 */
function played(frames: number, from: number, to: number, columns = FINE) {
  return drawn(frames, (frame, i) => {
    const [x, y] = [i % FINE, Math.floor(i / FINE)];
    const isIn = inBox(x, y) && x < BOX.left + columns * (frame - from + 1);
    if (frame >= from && frame < to && isIn) return 200 + 40 * (i % 2);
    return 70 + 30 * Math.sin((x + 2 * frame) / 3 + y / 7);
  });
}

const went = { marks: boxCells, last: 59, gone: 60, now: 67, sudden: true, elsewhere: 1 };

test('what was seen to go is followed back to the frame in which it came', () => {
  const { history, moves } = played(70, 30, 60);
  const [came] = shownBefore(history, moves, went, PACE);
  expect(came?.candidate.overlay.start).toBeCloseTo(30 / FRAME_RATE, 5);
});

test('what was there from the first frame stood until it went', () => {
  const { history, moves } = played(70, 0, 60);
  const [shown] = shownBefore(history, moves, went, PACE);
  if (!shown || !('judged' in shown)) throw new Error('nothing stood');
  expect(shown.judged.start).toBe(0);
  expect(shown.judged.end).toBeCloseTo(60 / FRAME_RATE, 5);
  const sides = [BOX.left, BOX.top, BOX.right, BOX.bottom].map((side) => side / FINE);
  expect(shown.judged.region).toEqual(sides);
});

test('what was there for half a second is a glint', () => {
  const { history, moves } = played(70, 48, 60);
  expect(shownBefore(history, moves, went, PACE)).toEqual([]);
});

test('what came bit by bit and went at once is judged by its going', () => {
  const { history, moves } = played(70, 20, 60, 2);
  const [judged] = shownBefore(history, moves, went, PACE).flatMap((shown) =>
    'judged' in shown ? [shown.judged] : [],
  );
  expect(judged?.start).toBeGreaterThanOrEqual(20 / FRAME_RATE);
  expect(judged?.start).toBeLessThan(32 / FRAME_RATE);
  expect(judged?.end).toBeCloseTo(60 / FRAME_RATE, 5);
});

test('what fades in over a view that was like a part of it is followed to where it began to', () => {
  const { history, moves } = drawn(70, (frame, i) => {
    const [x, y] = [i % FINE, Math.floor(i / FINE)];
    if (frame < 20) return 30 + 3 * ((x * y) % 50);
    const share = Math.min(1, Math.max(0, (frame - 35) / 8));
    const later = frame < 60 ? 0 : 1;
    const ground = 120 - 50 * later + 20 * Math.sin((x + frame) / 3);
    return inBox(x, y) && !later ? ground * (1 - share) + (200 + 40 * (i % 2)) * share : ground;
  });
  const starts = shownBefore(history, moves, went, PACE).map(
    (shown) => ('judged' in shown ? shown.judged : shown.candidate.overlay).start,
  );
  expect(starts.length).toBeGreaterThan(0);
  for (const start of starts) {
    expect(start).toBeGreaterThanOrEqual(34 / FRAME_RATE);
    expect(start).toBeLessThanOrEqual(41 / FRAME_RATE);
  }
});

test('writing as bright as its ground is borne out by its colour', () => {
  const fine = new Uint8Array(FINE_PIXELS).fill(100);
  const planes = new Uint8Array(0);
  const grey = { planes, fine, colours: new Uint8Array(2 * PIXELS).fill(128) };
  const red = { planes, fine, colours: grey.colours.slice() };
  red.colours[PIXELS + 40] = 180;
  const cells = borneOutByColour({ before: grey, after: red }, red, grey);
  expect([...cells].flatMap((cell, i) => (cell === 1 ? [i] : []))).toEqual([40]);
  expect(borneOutByColour({ before: grey, after: red }, red, red)).not.toContain(1);
});
