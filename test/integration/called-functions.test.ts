import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CalledFunction, DurableFunctionShape } from '../../functions/durable/shapes.ts';
import { type ClosedFunction, calledFunction } from '../../local/durable/called-function.ts';
import { durableHandler } from '../../local/durable/durable-handler.ts';
import { handEnvironment, initialEnvironment } from '../../local/service/handed-environment.ts';
import { lambdaContext } from '../../local/workers/lambda-context.ts';
import { executionsTable, start, startDurable } from '../support/durable/local-backend.ts';
import { site } from '../support/sites/sites.ts';

const HANDLERS = join(import.meta.dirname, '../support/durable/handlers');
const handlerOf = (name: string) => pathToFileURL(join(HANDLERS, `${name}.ts`));
const SQUARE: CalledFunction = {
  name: 'square',
  timeoutSeconds: 600,
  concurrency: 2,
  runtime: 'node',
};
const SUMS: DurableFunctionShape = {
  name: 'sums',
  timeoutSeconds: 900,
  executionSeconds: 3600,
  retentionDays: 1,
  concurrency: 4,
  runtime: 'node',
};

let square: ClosedFunction;
beforeAll(() => {
  square = calledFunction(SQUARE, handlerOf('called'));
});
afterAll(() => square.close());

const call = (event: unknown, signal = new AbortController().signal) =>
  square.invoke(event, lambdaContext('square', 600_000), signal);

test('a durable function of a list calls one without rights, in processes of its own', async () => {
  const table = await executionsTable();
  const backend = await startDurable(table, () => [
    durableHandler(SUMS, handlerOf('sums')),
    square,
  ]);
  process.env['AWS_ENDPOINT_URL_LAMBDA'] = backend.server.endpoint;
  const arn = await start(backend.client, 'sums_1', { numbers: [3, 4] }, 'sums');
  const { status, result } = await (await backend.executions.find(arn)).ended;
  delete process.env['AWS_ENDPOINT_URL_LAMBDA'];
  await backend.close();
  expect([status, result]).toEqual(['SUCCEEDED', '25']);
});

test('what it throws, and its sudden end, are errors of its call alone', async () => {
  await expect(call('throw')).rejects.toMatchObject({
    name: 'RangeError',
    message: 'no such frame',
  });
  await expect(call('die')).rejects.toThrow('ended without an answer (SIGKILL)');
  expect(await call(5)).toBe(25);
});

test('a call that nobody waits for any more ends with all that it started', async () => {
  const stop = new AbortController();
  const started = Promise.withResolvers<number>();
  const web = await site((request, response) => {
    request.on('data', (pid: Buffer) => started.resolve(Number(String(pid))));
    request.on('end', () => response.end());
  });
  const called = call(web.origin, stop.signal);
  called.catch(() => undefined);
  const decoder = await started.promise;
  stop.abort();
  await expect(called).rejects.toThrow('SIGKILL');
  await expect(gone(decoder)).resolves.toBe(true);
  await web.close();
});

/** Settles when a process has ended, as far as anybody but its parent is concerned. */
async function gone(pid: number): Promise<boolean> {
  for (;;) {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone');
    if (state === 'gone' || / Z /.test(state)) return true;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('one that is to be nice lets the others go before it', async () => {
  const nice = calledFunction(SQUARE, handlerOf('called'), { niceness: 7 });
  const context = lambdaContext('square', 600_000);
  const told = await nice.invoke('priority', context, new AbortController().signal);
  nice.close();
  expect(told).toBe(Math.min(getPriority() + 7, 19));
  expect(await call('priority')).toBe(getPriority());
});

test('what its processes are given is asked for when one starts, not for each call', async () => {
  let starts = 0;
  const given = calledFunction(SQUARE, handlerOf('called'), {
    environment: async () => {
      starts += 1;
      return { FFMPEG_RELEASE: 'told-as-it-starts' };
    },
  });
  const look = { look: ['told-as-it-starts'] };
  for (const event of [look, look]) {
    const context = lambdaContext('square', 600_000);
    const found = await given.invoke(event, context, new AbortController().signal);
    expect(found).toEqual(look.look);
  }
  given.close();
  expect(starts).toBe(1);
});

test('it finds no key and no secret in its environment, nor in its parent’s', async () => {
  const environment = {
    ...initialEnvironment(process.env),
    AWS_SECRET_ACCESS_KEY: 'secret-of-the-engines',
    TICKET_SECRET: 'secret-of-tickets',
  };
  const entry = join(import.meta.dirname, '../support/processes/calling-process.ts');
  const worker = fork(entry, { env: initialEnvironment(environment) });
  handEnvironment(worker, environment);
  const [message] = await once(worker, 'message');
  expect(message).toEqual({ looked: 2, found: [] });
});
