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
