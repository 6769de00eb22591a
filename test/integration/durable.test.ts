import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CheckpointDurableExecutionCommand,
  GetDurableExecutionStateCommand,
  SendDurableExecutionCallbackSuccessCommand,
} from '@aws-sdk/client-lambda';
import {
  durable,
  executionsTable,
  ordinary,
  start,
  startDurable,
  type TestDurable,
} from '../support/durable/local-backend.ts';

const ONE = async () => 1;
let table: string;
const open: TestDurable[] = [];
beforeAll(async () => {
  table = await executionsTable();
});
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close();
});

const backendOf = async (...args: Parameters<typeof startDurable>) => {
  const backend = await startDurable(...args);
  open.push(backend);
  return backend;
};

/** The end of an execution, with what its handler returned. */
async function endOf({ executions }: TestDurable, arn: string) {
  const { status, result, error } = await (await executions.find(arn)).ended;
  return { status, result: result ? JSON.parse(result) : result, error: error?.ErrorMessage };
}

test('a second start under the same name finds the first, also after its end', async () => {
  let runs = 0;
  const backend = await backendOf(table, (client) => [
    durable('job', client, async (input, context) => {
      await context.step('count', async () => {
        runs += 1;
      });
      return input;
    }),
  ]);
  const [first, second] = await Promise.all([
    start(backend.client, 'job_twice', { n: 1 }),
    start(backend.client, 'job_twice', { n: 1 }),
  ]);
  expect(second).toBe(first);
  expect(await endOf(backend, first)).toEqual({ status: 'SUCCEEDED', result: { n: 1 } });
  expect(await start(backend.client, 'job_twice', { n: 1 })).toBe(first);
  await expect(start(backend.client, 'job_twice', { n: 2 })).rejects.toMatchObject({
    name: 'DurableExecutionAlreadyStartedException',
  });
  expect(runs).toBe(1);
});

test('many executions run at once', async () => {
  const backend = await backendOf(
    table,
    (client) => [
      durable('job', client, async (input, context) => {
        await context.wait('pause', { seconds: 1 });
        return context.invoke<unknown, number>('inner', 'inner:live', input);
      }),
      ordinary('inner', async (input) => Number(input) ** 2),
    ],
    { secondMs: 20 },
  );
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  const results = numbers.map(async (n) =>
    endOf(backend, await start(backend.client, `job_many_${n}`, n)),
  );
  expect((await Promise.all(results)).map(({ result }) => result)).toEqual(
    numbers.map((n) => n ** 2),
  );
});

test('only the newest token writes, and a repeat of a request is answered as the first', async () => {
  const entered = Promise.withResolvers<{ DurableExecutionArn: string; CheckpointToken: string }>();
  const left = Promise.withResolvers<void>();
  const { client } = await backendOf(table, () => [
    {
      ...ordinary('job', async (event) => {
        entered.resolve(event as { DurableExecutionArn: string; CheckpointToken: string });
        await left.promise;
        return { Status: 'SUCCEEDED', Result: '1' };
      }),
      executionSeconds: 60,
    },
  ]);
  await start(client, 'job_tokens', {});
  const { DurableExecutionArn, CheckpointToken } = await entered.promise;
  const request = {
    DurableExecutionArn,
    CheckpointToken,
    ClientToken: 'a',
    Updates: [{ Id: 'one', Type: 'STEP', Action: 'SUCCEED', Payload: '1' }] as const,
  };
  const checkpoint = (change: object) =>
    client.send(new CheckpointDurableExecutionCommand({ ...request, ...change } as never));
  const first = await checkpoint({});
  expect(first.NewExecutionState?.Operations).toMatchObject([
    { Id: 'one', Status: 'SUCCEEDED', StepDetails: { Attempt: 1, Result: '1' } },
  ]);
  expect((await checkpoint({})).CheckpointToken).toBe(first.CheckpointToken);
  const refused = { name: 'InvalidParameterValueException' };
  await expect(checkpoint({ ClientToken: 'b' })).rejects.toMatchObject({
    ...refused,
    message: 'Invalid Checkpoint Token',
  });
  await expect(
    client.send(new GetDurableExecutionStateCommand({ DurableExecutionArn, CheckpointToken })),
  ).rejects.toMatchObject(refused);
  const next = { CheckpointToken: first.CheckpointToken, ClientToken: 'c' };
  const bad: [string, object][] = [
    ['an end after the end', { Id: 'one', Type: 'STEP', Action: 'SUCCEED' }],
    ['no such action', { Id: 'two', Type: 'WAIT', Action: 'RETRY' }],
    ['no such parent', { Id: 'two', Type: 'STEP', Action: 'START', ParentId: 'one' }],
    ['too much', { Id: 'two', Type: 'STEP', Action: 'SUCCEED', Payload: '#'.repeat(262_145) }],
    ['a wait of no time', { Id: 'two', Type: 'WAIT', Action: 'START' }],
  ];
  for (const [why, update] of bad)
    await expect([why, await checkpoint({ ...next, Updates: [update] }).catch(nameOf)]).toEqual([
      why,
      refused.name,
    ]);
  // Refused requests have taken nothing.
  const last = await checkpoint({ ...next, Updates: [] });
  expect(last.NewExecutionState?.Operations).toEqual([]);
  left.resolve();
});

const nameOf = (error: unknown): string => (error as Error).name;

test('a long state comes in pages', async () => {
  const backend = await backendOf(
    table,
    (client) => [
      durable('job', client, async (_input, context) => {
        let sum = 0;
        for (let n = 0; n < 9; n += 1) sum += await context.step(`step ${n}`, async () => n);
        await context.runInChildContext('child', async (child) => child.step('inner', ONE));
        await context.wait('pause', { seconds: 1 });
        return sum;
      }),
    ],
    { secondMs: 20, page: { operations: 3, bytes: 1024 ** 2 } },
  );
  const arn = await start(backend.client, 'job_pages', {});
  expect(await endOf(backend, arn)).toEqual({ status: 'SUCCEEDED', result: 36 });
});

const over = [
  ['as many operations as it may have', { operations: 6, bytes: 1e9 }, '6 durable operations'],
  ['as many bytes as it may store', { operations: 3_000, bytes: 18_000 }, '18000 bytes'],
] as const;
test.each(over)('an execution fails beyond %s', async (_what, quotas, told) => {
  const backend = await backendOf(
    table,
    (client) => [
      durable('job', client, async (steps, context) => {
        for (let n = 0; n < Number(steps); n += 1) {
          await context.step(`step ${n}`, async () => 'x'.repeat(3_000));
        }
        return steps;
      }),
    ],
    { quotas },
  );
  const within = await start(backend.client, randomUUID(), 5);
  expect(await endOf(backend, within)).toEqual({ status: 'SUCCEEDED', result: 5 });
  const beyond = await start(backend.client, randomUUID(), 6);
  expect(await endOf(backend, beyond)).toMatchObject({
    status: 'FAILED',
    error: expect.stringContaining(told),
  });
});

test('each retry of a step counts among the operations', async () => {
  const backend = await backendOf(
    table,
    (client) => [
      durable('job', client, async (_input, context) =>
        context.step('busy', () => Promise.reject(new Error('busy')), {
          retryStrategy: () => ({ shouldRetry: true, delay: { seconds: 1 } }),
        }),
      ),
    ],
    { secondMs: 5, quotas: { operations: 10, bytes: 1e9 } },
  );
  const arn = await start(backend.client, randomUUID(), {});
  expect(await endOf(backend, arn)).toMatchObject({
    status: 'FAILED',
    error: expect.stringContaining('10 durable operations'),
  });
});

test('a callback that wants to be kept alive is refused', async () => {
  const backend = await backendOf(table, (client) => [
    durable('job', client, async (_input, context) => {
      const [words] = await context.createCallback('words', { heartbeatTimeout: { seconds: 1 } });
      return words;
    }),
  ]);
  const arn = await start(backend.client, 'job_heart', {});
  expect(await endOf(backend, arn)).toMatchObject({ status: 'FAILED' });
});

test('an execution that ends has ended what it calls', async () => {
  const reached = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<string>();
  const once = { retryStrategy: () => ({ shouldRetry: false }) };
  const failing = async () => {
    await reached.promise;
    throw new Error('no more');
  };
  const backend = await backendOf(table, (client) => [
    durable('job', client, async (_input, context) =>
      Promise.all([context.invoke('part'), context.step('fail', failing, once)]),
    ),
    ordinary('part', async (_payload, _context, signal) => {
      signal.addEventListener('abort', () => aborted.resolve('aborted'));
      reached.resolve();
      return aborted.promise;
    }),
  ]);
  const arn = await start(backend.client, 'job_ends', {});
  expect(await endOf(backend, arn)).toMatchObject({ status: 'FAILED', error: 'no more' });
  expect(await aborted.promise).toBe('aborted');
});

test('an execution ends when its time is over', async () => {
  const backend = await backendOf(
    table,
    (client) => [
      {
        ...durable('job', client, async (_input, context) => context.wait({ days: 1 })),
        executionSeconds: 30,
      },
    ],
    { secondMs: 2 },
  );
  const arn = await start(backend.client, 'job_late', {});
  expect(await endOf(backend, arn)).toMatchObject({ status: 'TIMED_OUT' });
});

test('of two processes that carry an execution, the later one alone goes on', async () => {
  const waiting = Promise.withResolvers<string>();
  let runs = 0;
  const make = () =>
    backendOf(table, (client) => {
      let callbackId = '';
      const job = durable('job', client, async (_input, context) => {
        const [answer, id] = await context.createCallback('words');
        callbackId = id;
        const said = await answer;
        return context.step('after', async () => {
          runs += 1;
          return said;
        });
      });
      const invoke: typeof job.invoke = async (...event) => {
        const outcome = await job.invoke(...event);
        // All that it had to report is written.
        waiting.resolve(callbackId);
        return outcome;
      };
      return [{ ...job, invoke }];
    });
  const earlier = await make();
  const arn = await start(earlier.client, 'job_followed', {});
  const CallbackId = await waiting.promise;
  const later = await make();
  const answer = new SendDurableExecutionCallbackSuccessCommand({ CallbackId, Result: 'said' });
  await later.client.send(answer);
  expect(await endOf(later, arn)).toEqual({ status: 'SUCCEEDED', result: 'said' });
  await expect(earlier.client.send(answer)).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
  });
  expect(runs).toBe(1);
});

test('an invocation that dies is tried again', async () => {
  let runs = 0;
  const backend = await backendOf(
    table,
    (client) => {
      const good = durable('job', client, async (_input, context) => context.step('one', ONE));
      const invoke: typeof good.invoke = async (...event) => {
        runs += 1;
        if (runs < 3) throw new Error('out of memory');
        return good.invoke(...event);
      };
      return [{ ...good, invoke }];
    },
    { secondMs: 5, onDefect: () => undefined },
  );
  const arn = await start(backend.client, 'job_dies', {});
  expect(await endOf(backend, arn)).toEqual({ status: 'SUCCEEDED', result: 1 });
});

test('nobody without the key pair is answered', async () => {
  const { server } = await backendOf(table, () => []);
  for (const path of [
    '/2015-03-31/functions/job/invocations',
    '/2025-12-01/durable-executions/arn/checkpoint',
    '/2025-12-01/durable-execution-callbacks/id/succeed',
    '/',
  ]) {
    const response = await fetch(server.endpoint + path, { method: 'POST', body: '{}' });
    expect([path, response.status]).toEqual([path, 403]);
  }
});

test.each(['plan', 'part 2', 'merge'])(
  'a process killed in %s is followed by one that goes on where it was',
  async (killedAt) => {
    const own = await executionsTable();
    const notes = join(await mkdtemp(join(tmpdir(), 'durable-')), 'notes');
    const process_ = join(import.meta.dirname, '../support/processes/durable-process.ts');
    const run = (kill: string) =>
      promisify(execFile)(process.execPath, [process_, own, notes, kill]);
    await expect(run(killedAt)).rejects.toMatchObject({ signal: 'SIGKILL' });
    await run('never');
    const lines = (await readFile(notes, 'utf8')).trim().split('\n');
    expect(lines.at(-1)).toBe('end [10,20,30]');
    const times = (step: string) => lines.filter((line) => line === step).length;
    // What the kill cut off is done again; what had ended before it is not.
    expect(times(killedAt)).toBe(2);
    expect([times('plan'), times('merge')]).toEqual([
      killedAt === 'plan' ? 2 : 1,
      killedAt === 'merge' ? 2 : 1,
    ]);
    if (killedAt === 'merge')
      expect([1, 2, 3].map((part) => times(`part ${part}`))).toEqual([1, 1, 1]);
  },
);
