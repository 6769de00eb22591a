import { requireLevel, requireWindow } from '../../../../layers/domain/accounts/tier-limits.ts';

test.each([
  [{ start: 4, end: 6 }, 'fine'],
  [{ end: 10 }, 'fine'],
  [{ start: 4, end: 60 }, 'auto'],
  [{ start: 4 }, 'auto'],
  [{}, 'auto'],
])('in the place of motion over %o the free plan is offered %s', (window, detail) => {
  expect(() => requireLevel('free', { detail: 'motion', ...window })).toThrow(
    expect.objectContaining({
      type: 'tier_limit',
      detail: expect.objectContaining({ suggestion: { detail } }),
    }),
  );
});

test.each([
  [{}, 4, { detail: 'fine' }],
  [{ start: 3 }, 12, { detail: 'fine' }],
  [{ start: 1 }, 12, { detail: 'auto' }],
  [{ start: -1, end: 8 }, 4, { start: 0, end: 4, detail: 'fine' }],
  [{ start: 3, end: 1 }, 4, { start: 1, end: 3, detail: 'fine' }],
  [{ end: 4.6 }, 4, { start: 0, end: 4, detail: 'fine' }],
  [{ start: 9 }, 4, { start: 0, end: 4, detail: 'fine' }],
  [{}, 1860, { start: 0, end: 1800, detail: 'auto' }],
  [{ start: 10, end: 1860 }, 1860, { start: 10, end: 1810, detail: 'auto' }],
  [{ start: -1, end: 1860 }, undefined, { start: 0, end: 1800, detail: 'auto' }],
  [{ start: 5, end: 2 }, undefined, { start: 2, end: 5, detail: 'fine' }],
  [{ start: 0, end: 7200 }, undefined, { start: 0, end: 1800, detail: 'auto' }],
])(
  'in the place of motion over %o of a video of %p s the free plan is offered %o',
  (window, duration, suggestion) => {
    expect(() => requireLevel('free', { detail: 'motion', ...window }, duration)).toThrow(
      expect.objectContaining({
        type: 'tier_limit',
        detail: expect.objectContaining({ suggestion }),
      }),
    );
  },
);

test('motion is refused on no plan that includes it, and no other level on any', () => {
  expect(() => requireLevel('creator', { detail: 'motion' })).not.toThrow();
  expect(() => requireLevel('free', { detail: 'fine' })).not.toThrow();
});

test('a window is as long as answers tell it', () => {
  expect(() => requireWindow('free', [0, 1800.000_4])).not.toThrow();
  expect(() => requireWindow('free', [0, 1800.001])).toThrow(
    expect.objectContaining({ type: 'tier_limit' }),
  );
});
