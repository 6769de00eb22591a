import {
  isPaid,
  NOTHING_PAID,
  priceOfWindow,
} from '../../../../layers/domain/accounts/paid-windows.ts';
import { framesPrice, transcriptPrice } from '../../../../layers/domain/accounts/prices.ts';

test.each([
  ['nothing is paid', [0, 1], [], false],
  ['the same window', [0, 10], [[0, 10]], true],
  ['a part of it', [2, 3], [[0, 10]], true],
  ['a window that reaches out', [5, 11], [[0, 10]], false],
  ['one that starts before', [0, 5], [[1, 10]], false],
  [
    'two that touch, in any order',
    [4, 16],
    [
      [10, 20],
      [0, 10],
    ],
    true,
  ],
  [
    'two with a hole between',
    [4, 16],
    [
      [0, 9],
      [10, 20],
    ],
    false,
  ],
  [
    'one beyond the hole',
    [12, 16],
    [
      [0, 9],
      [10, 20],
    ],
    true,
  ],
  ['rounding below the millisecond', [0, 10.0003], [[0, 10]], true],
  ['a moment inside', [5, 5], [[0, 10]], true],
  ['a moment outside', [11, 11], [[0, 10]], false],
] as const)('%s', (_, window, paid, expected) => {
  expect(isPaid(window, paid)).toBe(expected);
});

test.each([
  [[0, 7.500_011], 50],
  [[0, 7.501], 51],
  [[2.000_4, 9.500_4], 50],
] as const)('the window %j costs what answers tell that it lasts', (window, price) => {
  const priceOf = (seconds: number) => framesPrice('detail', seconds);
  expect(priceOfWindow(window, NOTHING_PAID, priceOf).price).toBe(price);
  expect(priceOfWindow(window, { ...NOTHING_PAID, lost: [window] }, priceOf).price).toBe(price);
});

test('a repeat of a length that is no whole number of milliseconds costs a fifth of what is told', () => {
  const window = [0, 60.000_333] as const;
  const paid = { windows: [window], verified: [window], lost: [] };
  expect(priceOfWindow(window, paid, transcriptPrice)).toEqual({ price: 10, cacheHit: true });
});
