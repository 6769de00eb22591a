import { MoveDetector } from '../../../../layers/media/measure/camera/moves.ts';
import { counterparts } from '../../../../layers/media/measure/overlays/counterparts.ts';
import { cellsOf, colourMarks } from '../../../../layers/media/measure/overlays/marks.ts';
import { OverlayDetector } from '../../../../layers/media/measure/overlays/overlays.ts';
import { FrameHistory } from '../../../../layers/media/measure/pictures/frame-history.ts';
import { FINE, FINE_PIXELS, PIXELS, SIDE } from '../../../../layers/media/measure/pictures/grey.ts';

const FRAME_RATE = 25;

/** Colour cells 8 to 23 of lines 22 to 25: a line of writing, in 32x32. */
const written = Array.from({ length: PIXELS }, (_, i) => i).filter((i) => {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  return x >= 8 && x < 24 && y >= 22 && y < 26;
});

/** Grey stripes that run to the left, with red writing as bright as they are for some frames. */
function played(frames: number, from: number, to: number): OverlayDetector {
  const history = new FrameHistory(frames / FRAME_RATE);
  const moves = new MoveDetector(history, FRAME_RATE);
  const detector = new OverlayDetector(history, moves, FRAME_RATE);
  for (let frame = 0; frame < frames; frame++) {
    const planes = new Uint8Array(FINE_PIXELS + 2 * PIXELS).fill(128);
    for (let i = 0; i < FINE_PIXELS; i++) {
      const [x, y] = [i % FINE, Math.floor(i / FINE)];
      planes[i] = 110 + 40 * Math.sin((x + 2 * frame) / 3 + y / 7);
    }
    if (frame >= from && frame < to)
      for (const i of written) planes[FINE_PIXELS + PIXELS + i] = i % 3 === 0 ? 150 : 175;
    history.push(frame / FRAME_RATE, planes);
    moves.push();
    detector.push();
  }
  detector.finish();
  return detector;
}

test('red writing as bright as the view that moves behind it is an overlay, from when to when it shows', () => {
  const { overlays } = played(120, 30, 80);
  expect(overlays.map(({ start, end }) => [start, end])).toEqual([
    [30 / FRAME_RATE, 80 / FRAME_RATE],
  ]);
  expect(overlays[0]?.region).toEqual([0.25, 0.6875, 0.75, 0.8125]);
});

test('a view of one colour all the time has no coloured overlay', () => {
  expect(played(120, 0, 0).overlays).toEqual([]);
});

test('the colours of fine cells lie in these and in the others of their fours', () => {
  const cells = Int16Array.of(2 * FINE + 4, 2 * FINE + 5, 9 * FINE + 63);
  const fours = [2 * FINE + 4, 8 * FINE + 62].flatMap((first) => [
    first,
    first + 1,
    first + FINE,
    first + FINE + 1,
  ]);
  expect([...cellsOf(colourMarks(cells))]).toEqual(fours);
});

test('a look by greys and one by colours at one thing know of each other, and of no other thing', () => {
  const look = (start: number, coloured: boolean, odds: number) => ({
    overlay: { start, end: start + 2, region: [0, 0, 0.5, 0.2] as const, confidence: 0 },
    coloured,
    odds,
  });
  const grey = look(1, false, 0);
  const doubtful = look(1.04, true, -1);
  const sure = look(0.95, true, 2);
  const later = look(1.4, true, 3);
  const looks = [grey, doubtful, sure, later].map(({ overlay, ...rest }) => ({
    ...rest,
    overlay: { ...overlay, region: [...overlay.region] as [number, number, number, number] },
  }));
  expect(counterparts(looks, 9)).toEqual([looks[2], looks[0], looks[0], undefined]);
});
