import fc from 'fast-check';
import { longestRead, requireWindow } from '../../../layers/domain/accounts/tier-limits.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import { LEVELS } from '../../../layers/domain/frames/levels.ts';
import { ANY_LENGTH, resolveWindow } from '../../../layers/domain/window.ts';
import { probeOf } from '../../support/fakes/probe-of.ts';

const refusal = (run: () => unknown): DomainError => {
  try {
    run();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('nothing was refused');
};

test.each([
  [{ start: -1 }, { start: 0, end: 60 }],
  [
    { start: -5, end: 20 },
    { start: 0, end: 20 },
  ],
  [{ end: -1 }, { start: 0, end: 60 }],
  [
    { start: 90, end: 80 },
    { start: 50, end: 60 },
  ],
  [
    { start: 30, end: 20 },
    { start: 20, end: 30 },
  ],
  [{ start: 60 }, { start: 50, end: 60 }],
  [{ start: 59.9999999 }, { start: 50, end: 60 }],
  [
    { start: 59.9996, end: 60 },
    { start: 50, end: 60 },
  ],
  [{ start: 1e9 }, { start: 50, end: 60 }],
  [
    { start: 30, end: 90 },
    { start: 30, end: 60 },
  ],
])('%o of a minute is outside, and %o is offered', (asked, suggestion) => {
  const { type, detail } = refusal(() => resolveWindow(asked, 60));
  expect({ type, suggestion: detail.suggestion }).toEqual({ type: 'invalid_window', suggestion });
});

test('half a second past the end that callers are told means the end, a millisecond more does not', () => {
  const duration = (289 * 1001) / 30_000; // 9.64297 s, told as 9.643
  expect(resolveWindow({ end: 10.143 }, duration)).toEqual([0, duration]);
  expect(() => resolveWindow({ end: 10.144 }, duration)).toThrow('the video ends at 9.643 s');
});

test.each([
  [{ start: 30, end: 20 }, 'Send them the other way round'],
  [{ start: 90, end: 20 }, 'the video ends at 60 s'],
  [{ start: 30, end: -1 }, 'a video begins at 0 s'],
])('of %o it is said: %s', (asked, words) => {
  expect(refusal(() => resolveWindow(asked, 60)).message).toContain(words);
});

test('what a refused call is offered works as it stands, at every level', () => {
  const seconds = fc.double({ min: -100, max: 200, noNaN: true });
  const asked = fc.record(
    { detail: fc.constantFrom('auto', ...LEVELS), start: seconds, end: seconds },
    { requiredKeys: ['detail'] },
  );
  fc.assert(
    fc.property(asked, fc.double({ min: 0.04, max: 100, noNaN: true }), (question, duration) => {
      const plan = (body: object) =>
        planFrames(FramesRequest.parse({ url: 'upl_x', ...body }), probeOf(duration));
      try {
        plan(question);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        expect(error.detail.suggestion).toBeDefined();
        plan({ ...question, ...error.detail.suggestion });
      }
    }),
    { numRuns: 1000 },
  );
});

test('what the free plan is offered is no longer than it reads', () => {
  const seconds = fc.double({ min: -100, max: 9000, noNaN: true });
  const asked = fc.record(
    { detail: fc.constantFrom('auto', 'overview', 'standard'), start: seconds, end: seconds },
    { requiredKeys: ['detail'] },
  );
  const plan = (body: object, duration: number) =>
    planFrames(
      FramesRequest.parse({ url: 'upl_x', ...body }),
      probeOf(duration),
      longestRead('free'),
    );
  fc.assert(
    fc.property(asked, fc.double({ min: 1, max: 7200, noNaN: true }), (question, duration) => {
      try {
        plan(question, duration);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const offered = plan({ ...question, ...error.detail.suggestion }, duration);
        requireWindow('free', offered.window);
      }
    }),
    { numRuns: 1000 },
  );
});

test('a plan ends no window of a video whose length is not known', () => {
  const offered = (asked: object) =>
    refusal(() => resolveWindow(asked, ANY_LENGTH, { plan: 1800 })).detail.suggestion;
  expect(offered({ start: -5 })).toEqual({ start: 0 });
  expect(offered({ start: 4000, end: 10 })).toEqual({ start: 10, end: 1810 });
});
