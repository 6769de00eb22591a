import type { Context, SQSEvent } from 'aws-lambda';
import { type JobWork, jobHandler } from '../../../layers/queue/job-handler.ts';

const event = (body: unknown, receives = 1): SQSEvent =>
  ({
    Records: [
      {
        messageId: 'message-1',
        receiptHandle: 'receipt-1',
        body: JSON.stringify(body),
        attributes: { ApproximateReceiveCount: String(receives) },
      },
    ],
  }) as SQSEvent;
const context = (remainingMs = 900_000) =>
  ({ getRemainingTimeInMillis: () => remainingMs }) as Context;
const MESSAGE = { org_id: 'org_1', job_id: 'job_1' };

function setUp(run: JobWork['run'], goOn: JobWork['goOn'] = async () => undefined) {
  const hidden: number[] = [];
  const work: JobWork = {
    run,
    goOn,
    extend: async () => true,
    async hide(_receipt, seconds) {
      hidden.push(seconds);
    },
  };
  return { hidden, handle: jobHandler(work, { maxReceives: 3, newRun: () => 'run-1' }) };
}

test('a message is worked on under a run of its own, and done with', async () => {
  const seen: unknown[] = [];
  const { handle, hidden } = setUp(async (run, _signal, { isLast }) => {
    seen.push(run, isLast);
    return 'done';
  });
  expect(await handle(event(MESSAGE), context())).toEqual({ batchItemFailures: [] });
  expect(seen).toEqual([{ orgId: 'org_1', jobId: 'job_1', run: 'run-1' }, false]);
  expect(hidden).toEqual([35]);
});

test('the work is told when no other delivery follows', async () => {
  const lasts: boolean[] = [];
  const { handle } = setUp(async (_run, _signal, { isLast }) => {
    lasts.push(isLast);
    return 'done';
  });
  for (const receives of [1, 2, 3, 4]) await handle(event(MESSAGE, receives), context());
  expect(lasts).toEqual([false, false, true, true]);
});

test('a job that another worker holds comes again when its lease is over', async () => {
  const leasedUntil = new Date(Date.now() + 30_000).toISOString();
  const { handle, hidden } = setUp(async () => ({ leasedUntil }));
  expect((await handle(event(MESSAGE), context())).batchItemFailures).toEqual([
    { itemIdentifier: 'message-1' },
  ]);
  expect(hidden.at(-1)).toBeGreaterThan(28);
});

test('a message whose job is held to its last delivery is no dead letter', async () => {
  const { handle } = setUp(async () => ({ leasedUntil: new Date().toISOString() }));
  expect(await handle(event(MESSAGE, 3), context())).toEqual({ batchItemFailures: [] });
});

test('a defect gives the message back soon', async () => {
  const { handle, hidden } = setUp(() => Promise.reject(new Error('down')));
  expect((await handle(event(MESSAGE, 2), context())).batchItemFailures).toHaveLength(1);
  expect(hidden.at(-1)).toBe(10);
});

test('the work is told to stop before the time of the function is up', async () => {
  const { handle } = setUp(
    (_run, signal) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  expect((await handle(event(MESSAGE), context(10_050))).batchItemFailures).toHaveLength(1);
});

test('a message that is none of ours is thrown, and ends among the dead letters', async () => {
  const { handle } = setUp(async () => 'done');
  await expect(handle(event({ hello: 1 }), context())).rejects.toThrow();
});

test('a job that has ended is done with, whatever fails of that which waited for its end', async () => {
  const told: string[] = [];
  const { handle } = setUp(
    async () => 'done',
    (orgId) => {
      told.push(orgId);
      return Promise.reject(new Error('a batch cannot be read'));
    },
  );
  expect(await handle(event(MESSAGE), context())).toEqual({ batchItemFailures: [] });
  expect(told).toEqual(['org_1']);
});
