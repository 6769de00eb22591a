import { isPaid } from '../../../../layers/domain/accounts/paid-windows.ts';

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
