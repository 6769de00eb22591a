import {
  neededPieces,
  pictureFrom,
} from '../../../../../layers/adapters/links/stream/needed-pieces.ts';
import type { Track } from '../../../../../layers/adapters/links/stream/stream.ts';

const track = (pieceSeconds: number): Track => ({
  pieces: Array.from({ length: 30 }, (_, n) => ({
    address: `https://a.example/${n}`,
    start: n * pieceSeconds,
    end: (n + 1) * pieceSeconds,
  })),
  ahead: 0,
});

test.each([
  [4, [3, 4]],
  [4.1, [3, 4]],
  [1.5, [10, 11, 12, 13]],
])(
  'sound in pieces of %s s is there from before the keyframe that a window is decoded from',
  (pieceSeconds, expected) => {
    // With the second before it, it is from 17.5 s to 19.8 s; the picture is decoded from 16 s.
    const window = [18.5, 18.8] as const;
    const picture = pictureFrom(track(4), 0, window);
    const needed = neededPieces(track(pieceSeconds), 0, { window, places: [], picture });
    // The first is there to tell where times begin.
    expect(needed).toEqual([0, ...expected]);
  },
);
