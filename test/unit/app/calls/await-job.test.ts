import fc from 'fast-check';
import { makeAwaitJob } from '../../../../layers/app/calls/await-job.ts';
import { JobRecord } from '../../../../layers/domain/jobs/job-record.ts';
import { QUEUED_ROW } from '../../../support/fakes/queued-row.ts';

const QUEUED = JobRecord.parse({ ...QUEUED_ROW, request: { upload_id: 'upl_1' } });

/** A job that ends some milliseconds after the wait for it began, on a clock that waits move on by whole ones. */
async function awaited(endsAfterMs: number, seconds: number, closesAfterMs = Infinity) {
  let now = 0;
  let looks = 0;
  const awaitJob = makeAwaitJob({
    now: () => new Date(now),
    wait: async (ms) => {
      now += Math.floor(ms);
    },
    closing: () => now >= closesAfterMs,
    jobs: {
      find: async () => {
        looks += 1;
        return now >= endsAfterMs ? { ...QUEUED, status: 'succeeded' } : QUEUED;
      },
    },
  });
  const job = await awaitJob(QUEUED, seconds);
  return { status: job.status, tookMs: now, looks };
}

test('an end is seen within 50 ms, or a twentieth of what the job took', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 25_000 }), async (endsAfterMs) => {
      const { status, tookMs } = await awaited(endsAfterMs, 30);
      expect(status).toBe('succeeded');
      expect(tookMs - endsAfterMs).toBeLessThanOrEqual(Math.max(50, 0.05 * endsAfterMs));
    }),
  );
});

test('a job that outlasts the wait is answered as it stands then, after fewer than 90 looks', async () => {
  const { looks, ...answer } = await awaited(3600_000, 25);
  expect(answer).toEqual({ status: 'queued', tookMs: 25_000 });
  expect(looks).toBeLessThan(90);
});

test('where the process is about to end, a job is answered as it stands within 1.5 s', async () => {
  const { status, tookMs } = await awaited(3600_000, 280, 60_000);
  expect(status).toBe('queued');
  expect(tookMs).toBeGreaterThanOrEqual(60_000);
  expect(tookMs).toBeLessThanOrEqual(61_500);
});
