import { MoveDetector } from '../../../../layers/media/measure/camera/moves.ts';
import { OverlayDetector } from '../../../../layers/media/measure/overlays/overlays.ts';
import { FINE, FINE_PIXELS, PIXELS } from '../../../../layers/media/measure/pictures/grey.ts';
import { History } from '../../../../layers/media/measure/pictures/history.ts';

const FRAME_RATE = 25;

/** Cells of a line of thin letters: each is more ground than letter. */
const isWritten = (x: number, y: number): boolean =>
  x >= 20 && x < 44 && y >= 46 && y < 50 && (x + y) % 3 > 0;

/** White writing over a quiet ground, behind which something striped passes from a frame on. */
function played({
  frames,
  from,
  to,
  passing,
}: Record<'frames' | 'from' | 'to' | 'passing', number>) {
  const history = new History(frames / FRAME_RATE);
  const moves = new MoveDetector(history, FRAME_RATE);
  const detector = new OverlayDetector(history, moves, FRAME_RATE);
  for (let frame = 0; frame < frames; frame++) {
    const planes = new Uint8Array(FINE_PIXELS + 2 * PIXELS).fill(128);
    for (let i = 0; i < FINE_PIXELS; i++) {
      const [x, y] = [i % FINE, Math.floor(i / FINE)];
      const quiet = 90 + 10 * Math.sin(x / 5 + y / 7);
      const striped = frame >= passing && x > 58 - 4 * (frame - passing);
      const ground = striped ? 90 + 60 * Math.sin(x + 3 * frame + y) : quiet;
      planes[i] =
        frame >= from && frame < to && isWritten(x, y) ? 0.7 * ground + 0.3 * 235 : ground;
    }
    history.push(frame / FRAME_RATE, planes);
    moves.push();
    detector.push();
  }
  detector.finish();
  return detector.overlays;
}

test('writing behind which something else passes stands out from that until it goes', () => {
  const overlays = played({ frames: 150, from: 30, to: 110, passing: 60 });
  expect(overlays.map(({ start, end }) => [start, end])).toEqual([
    [30 / FRAME_RATE, 110 / FRAME_RATE],
  ]);
});
