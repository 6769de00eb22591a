import { keepDynamo } from '../../../local/dynamodb/keep-dynamo.ts';

/** Engines that end when they are told to; `starts` are those that were started, in order. */
function engines() {
  const starts: { end(why: string): void; stopped: boolean }[] = [];
  const start = async () => {
    const { promise: died, resolve: end } = Promise.withResolvers<string>();
    const engine = { end, stopped: false };
    starts.push(engine);
    const stop = async () => {
      engine.stopped = true;
    };
    return { endpoint: 'http://127.0.0.1:1', died, stop };
  };
  return { starts, start };
}

test('an engine that is killed is followed by another one, which is stopped in the end', async () => {
  const { starts, start } = engines();
  const { promise: told, resolve: tell } = Promise.withResolvers<string>();
  const kept = await keepDynamo(start, tell, 0);
  starts[0]?.end('SIGKILL');
  expect(await told).toBe('SIGKILL');
  await kept.stop();
  expect(starts.map(({ stopped }) => stopped)).toEqual([false, true]);
});

test('an engine that ends soon after its start is not started again', async () => {
  const { starts, start } = engines();
  const kept = await keepDynamo(start, () => undefined, Number.POSITIVE_INFINITY);
  starts[0]?.end('exit code 1');
  expect(await kept.died).toBe('exit code 1');
  expect(starts).toHaveLength(1);
});

test('why another one does not start is why the engine ended', async () => {
  const { starts, start } = engines();
  const failing = () =>
    starts.length === 0 ? start() : Promise.reject(new Error('its port is taken'));
  const kept = await keepDynamo(failing, () => undefined, 0);
  starts[0]?.end('SIGKILL');
  expect(await kept.died).toBe('its port is taken');
});
