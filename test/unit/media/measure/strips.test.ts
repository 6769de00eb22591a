import fc from 'fast-check';
import { laid, strip, twiceUnlike } from '../../../../layers/media/measure/kernels/strips.ts';
import { PIXELS, SIDE } from '../../../../layers/media/measure/pictures/grey.ts';
import { layStrip, placeOn } from '../../../../layers/media/measure/transitions/strips.ts';
import { pictures } from '../../../support/noise-pictures.ts';

const STRIP = 2 * SIDE;

test.each([
  ['both move', 0, 0],
  ['the old one rests', 1, 0],
  ['the new one rests', 0, 1],
  ['both rest', 1, 1],
])(
  'a picture differs from a strip of which %s in all columns but the two at the seam',
  (...row) => {
    const [, oldRests, newRests] = row;
    fc.assert(
      fc.property(pictures(2 * PIXELS, 2), fc.integer({ min: 0, max: STRIP }), (seen, halves) => {
        strip.set(seen[0] as Uint8Array);
        laid.set((seen[1] as Uint8Array).subarray(0, PIXELS));
        const [column, next] = [halves >> 1, halves & 1];
        let twice = 0;
        for (let v = 0; v < SIDE; v++) {
          for (let u = 0; u < SIDE; u++) {
            const seam = u + column;
            if (seam === SIDE - 1 || seam === SIDE) continue;
            const isOld = seam < SIDE;
            const rests = isOld ? oldRests : newRests;
            const x = rests ? u + (isOld ? 0 : SIDE) : seam;
            const cell = (k: number) => strip[v * STRIP + k] ?? Number.NaN;
            twice += Math.abs(2 * (laid[v * SIDE + u] ?? 0) - cell(x) - cell(rests ? x : x + next));
          }
        }
        expect(twiceUnlike(halves, oldRests, newRests)).toBe(twice);
      }),
      { numRuns: 30 },
    );
  },
);

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
        'both',
      );
      expect(place).toEqual({ moved, off: 0, unlike: 0 });
    }
  },
);
