import fc from 'fast-check';
import { fractionOf, shownRate } from '../../../layers/domain/fraction.ts';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';

test('a rate is shown with three decimals, and one that is slower still is never shown as none', () => {
  expect(shownRate([30_000, 1001])).toBe(29.97);
  expect(shownRate([7, 16])).toBe(0.438);
  expect(shownRate(fractionOf(0.0001))).toBe(0.0001);
});

test('however slow a rate is asked for, it is one that can be kept and shown', () => {
  const rates = fc.double({ min: Number.MIN_VALUE, max: 120, noNaN: true });
  fc.assert(
    fc.property(rates, (asked) => {
      const { fps = 0 } = FramesRequest.parse({ url: 'upl_x', fps: asked });
      expect(fps).toBeGreaterThanOrEqual(1e-6);
      expect(shownRate(fractionOf(fps))).toBeGreaterThan(0);
    }),
  );
});
