import {
  createRetryStrategy,
  type DurableContext,
  StepSemantics,
} from '@aws/durable-execution-sdk-js';
import type { DurableBackend, DurableHandler } from '../support/durable/durable-run.ts';
import { localBackend } from '../support/durable/local-backend.ts';
import { testingPackage } from '../support/durable/testing-package.ts';

const ONCE_MORE = {
  retryStrategy: createRetryStrategy({ maxAttempts: 2, initialDelay: { seconds: 1 } }),
};
const ONE_TRY = { retryStrategy: () => ({ shouldRetry: false }) };

const messageOf = (error: unknown): string => (error as Error).message;

const backends: [string, () => Promise<DurableBackend>][] = [
  ["AWS's testing package", testingPackage],
  ['the local backend', localBackend],
];

describe.each(backends)('durable executions on %s', (_, make) => {
  let backend: DurableBackend;
  beforeAll(async () => {
    backend = await make();
  });
  afterAll(() => backend.close());

  test('steps run once and hand their results on', async () => {
    let runs = 0;
    const add = async (context: DurableContext, name: string, to: number) =>
      context.step(name, async () => {
        runs += 1;
        return to + 1;
      });
    const end = await backend.run(
      async (input, context) => {
        const one = await add(context, 'one', (input as { from: number }).from);
        await context.wait('pause', { seconds: 1 });
        return { sum: await add(context, 'two', one) };
      },
      { input: { from: 40 } },
    );
    expect(end).toEqual({
      status: 'SUCCEEDED',
      result: { sum: 42 },
      error: undefined,
      operations: ['STEP one SUCCEEDED', 'WAIT pause SUCCEEDED', 'STEP two SUCCEEDED'],
    });
    expect(runs).toBe(2);
  });

  test('a step that fails is tried again after its delay', async () => {
    const attempts: number[] = [];
    const end = await backend.run(async (_input, context) =>
      context.step(
        'shaky',
        async ({ attempt }: { attempt: number }) => {
          attempts.push(attempt);
          if (attempts.length === 1) throw new Error('not yet');
          return 'now';
        },
        ONCE_MORE,
      ),
    );
    expect(end).toMatchObject({ result: 'now', operations: ['STEP shaky SUCCEEDED'] });
    expect(attempts).toEqual([1, 2]);
  });

  test('a step that may run once at most is not repeated while it succeeds', async () => {
    let runs = 0;
    const end = await backend.run(async (_input, context) => {
      const paid = await context.step(
        'pay',
        async () => {
          runs += 1;
          return 7;
        },
        { semantics: StepSemantics.AtMostOncePerRetry },
      );
      await context.wait({ seconds: 1 });
      return paid;
    });
    expect(end).toMatchObject({ status: 'SUCCEEDED', result: 7 });
    expect(runs).toBe(1);
  });

  test('a step that fails for good fails its execution, unless it is caught', async () => {
    const failing = (context: DurableContext) =>
      context.step('broken', async () => Promise.reject(new Error('no such file')), ONE_TRY);
    expect(await backend.run(async (_input, context) => failing(context))).toEqual({
      status: 'FAILED',
      result: undefined,
      error: 'no such file',
      operations: ['STEP broken FAILED'],
    });
    const caught = await backend.run(async (_input, context) =>
      failing(context).then(() => 'went well', messageOf),
    );
    expect(caught).toMatchObject({ status: 'SUCCEEDED', result: 'no such file' });
  });

  test('a map invokes functions, a few at a time, and keeps their order', async () => {
    let [atWork, most] = [0, 0];
    const double = async (payload: unknown) => {
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise((resolve) => setImmediate(resolve));
      atWork -= 1;
      return { twice: 2 * (payload as { n: number }).n };
    };
    const handler: DurableHandler = async (_input, context) => {
      const all = await context.map(
        'all',
        [1, 2, 3, 4, 5],
        (item, n) => item.invoke<{ n: number }, { twice: number }>(`double ${n}`, 'double', { n }),
        { maxConcurrency: 2 },
      );
      return all.getResults().map(({ twice }) => twice);
    };
    const end = await backend.run(handler, { functions: { double } });
    expect(end).toMatchObject({ status: 'SUCCEEDED', result: [2, 4, 6, 8, 10] });
    const invokes = end.operations.filter((line) => line.startsWith('CHAINED_INVOKE'));
    expect(invokes.toSorted()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `CHAINED_INVOKE double ${n} SUCCEEDED`),
    );
    expect(most).toBeLessThanOrEqual(2);
  });

  test('a function that throws fails its invoke', async () => {
    const functions = { broken: async () => Promise.reject(new Error('no decoder')) };
    const handler: DurableHandler = async (_input, context) =>
      context.invoke('try', 'broken', {}).catch(messageOf);
    expect(await backend.run(handler, { functions })).toMatchObject({
      status: 'SUCCEEDED',
      result: 'no decoder',
      operations: ['CHAINED_INVOKE try FAILED'],
    });
  });

  test('a callback brings its result', async () => {
    const handler: DurableHandler = async (_input, context, submit) =>
      context.waitForCallback('approval', submit, { timeout: { minutes: 1 } });
    const callback = { name: 'approval', outcome: { result: 'granted' } };
    expect(await backend.run(handler, { callback })).toMatchObject({
      status: 'SUCCEEDED',
      result: 'granted',
    });
  });

  test('a callback brings its failure', async () => {
    const handler: DurableHandler = async (_input, context, submit) =>
      context.waitForCallback('approval', submit).catch(messageOf);
    const callback = { name: 'approval', outcome: { error: 'refused' } };
    expect(await backend.run(handler, { callback })).toMatchObject({
      status: 'SUCCEEDED',
      result: expect.stringContaining('refused'),
    });
  });

  test('a callback that nobody answers times out', async () => {
    const end = await backend.run(async (_input, context) => {
      const [answer] = await context.createCallback('answer', { timeout: { seconds: 1 } });
      return answer.catch(messageOf);
    });
    expect(end).toMatchObject({
      status: 'SUCCEEDED',
      result: 'Callback timed out',
      operations: ['CALLBACK answer TIMED_OUT'],
    });
  });

  test('a handler that throws fails its execution', async () => {
    const end = await backend.run(async () => Promise.reject(new Error('no such job')));
    expect(end).toEqual({
      status: 'FAILED',
      result: undefined,
      error: 'no such job',
      operations: [],
    });
  });
});
