import fc from 'fast-check';
import { laid, strip, twiceUnlike } from '../../../../layers/media/measure/kernels/strips.ts';
import { PIXELS, SIDE } from '../../../../layers/media/measure/pictures/grey.ts';
import { layStrip, placeOn } from '../../../../layers/media/measure/transitions/strips.ts';
import { pictures } from '../../../support/noise-pictures.ts';

const STRIP = 2 * SIDE;

test('a picture differs from a strip in all columns but the two at the seam', () => {
  fc.assert(
    fc.property(pictures(2 * PIXELS, 2), fc.integer({ min: 0, max: STRIP }), (seen, halves) => {
      strip.set(seen[0] as Uint8Array);
      laid.set((seen[1] as Uint8Array).subarray(0, PIXELS));
      const [column, next] = [halves >> 1, halves & 1];
      let twice = 0;
      for (let v = 0; v < SIDE; v++) {
        for (let u = 0; u < SIDE; u++) {
          const x = u + column;
          if (x === SIDE - 1 || x === SIDE) continue;
          const cell = (k: number) => strip[v * STRIP + k] ?? Number.NaN;
          twice += Math.abs(2 * (laid[v * SIDE + u] ?? 0) - cell(x) - cell(x + next));
        }
      }
      expect(twiceUnlike(halves)).toBe(twice);
    }),
    { numRuns: 30 },
  );
});

test.each(['left', 'right', 'up', 'down'] as const)(
  'a picture that is pushed %s is found where it lies',
  (way) => {
    const across = way === 'left' || way === 'right';
    const back = way === 'right' || way === 'down';
    const turned = (cell: (u: number, v: number) => number) =>
      Uint8Array.from({ length: PIXELS }, (_, i) => {
        const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
        const [along, line] = across ? [x, y] : [y, x];
        return cell(back ? SIDE - 1 - along : along, line);
      });
    // No two columns of the strip are alike.
    const onStrip = (u: number, v: number) => (u * 37 + v * 11 + ((u * u) >> 2)) % 256;
    layStrip(
      turned(onStrip),
      turned((u, v) => onStrip(u + SIDE, v)),
      way,
    );
    for (const moved of [0, 5, 16, SIDE]) {
      const place = placeOn(
        turned((u, v) => onStrip(u + moved, v)),
        way,
      );
      expect(place).toEqual({ moved, unlike: 0 });
    }
  },
);
