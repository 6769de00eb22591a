import fc from 'fast-check';
import { secondsToFreeSlot } from '../../../../layers/domain/calls/free-slot.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const at = (secondsAgo: number) => new Date(NOW.getTime() - secondsAgo * 1000).toISOString();

const underWay = (age: number) => ({
  status: 'running' as const,
  queued_at: at(age),
  started_at: at(age),
  finished_at: null,
});
const ended = (took: number) => ({
  status: 'succeeded' as const,
  queued_at: at(500 + took),
  started_at: at(500 + took),
  finished_at: at(500),
});

test('a slot is expected when the oldest job has taken as long as jobs of late', () => {
  const jobs = [underWay(12), underWay(3), ended(20), ended(30), ended(40)];
  expect(secondsToFreeSlot(jobs, NOW)).toBe(18);
});

test('jobs that were answered as they came say nothing', () => {
  expect(secondsToFreeSlot([underWay(1), ended(0), ended(0), ended(9)], NOW)).toBe(8);
});

test('without a job that has ended it is a few seconds', () => {
  expect(secondsToFreeSlot([underWay(1)], NOW)).toBe(4);
});

test('a job that takes longer than others is asked about every second', () => {
  expect(secondsToFreeSlot([underWay(300), ended(20)], NOW)).toBe(1);
});

test('whatever the jobs, and clocks that run backwards, it is a whole second from 1 to 60', () => {
  const seconds = fc.integer({ min: -100_000, max: 100_000 });
  const job = fc.oneof(seconds.map(underWay), seconds.map(ended));
  fc.assert(
    fc.property(fc.array(job), (jobs) => {
      const told = secondsToFreeSlot(jobs, NOW);
      expect([Number.isInteger(told), told >= 1, told <= 60]).toEqual([true, true, true]);
    }),
  );
});
