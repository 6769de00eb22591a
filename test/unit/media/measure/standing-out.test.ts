import { measured } from './scenes.ts';

const FRAME_RATE = 25;
const SIDE = 64;

/** Cells of a line of thin letters: each is more ground than letter. */
const isWritten = (x: number, y: number): boolean =>
  x >= 20 && x < 44 && y >= 46 && y < 50 && (x + y) % 3 > 0;

/** White writing over a quiet ground, behind which something striped passes from a frame on. */
function pictureAt(
  frame: number,
  { from, to, passing }: { from: number; to: number; passing: number },
): Uint8Array {
  return Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const quiet = 90 + 10 * Math.sin(x / 5 + y / 7);
    const striped = frame >= passing && x > 58 - 4 * (frame - passing);
    const ground = striped ? 90 + 60 * Math.sin(x + 3 * frame + y) : quiet;
    return frame >= from && frame < to && isWritten(x, y) ? 0.7 * ground + 0.3 * 235 : ground;
  });
}

test('writing behind which something else passes stands out from that until it goes', () => {
  const [from, to] = [30, 110];
  const { signal } = measured((frame) => pictureAt(frame, { from, to, passing: 60 }), 6);
  expect(signal.overlays?.map(({ start, end }) => [start, end])).toEqual([
    [from / FRAME_RATE, to / FRAME_RATE],
  ]);
});
