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

test('an engine that is killed again and again soon after its start is started a few times', async () => {
  const { starts, start } = engines();
  const killed: string[] = [];
  const begin = async () => {
    const engine = await start();
    starts.at(-1)?.end(`exit code ${starts.length}`);
    return engine;
  };
  const kept = await keepDynamo(begin, (why) => killed.push(why), Number.POSITIVE_INFINITY);
  expect(await kept.died).toBe('exit code 5');
  expect(starts).toHaveLength(5);
  expect(killed).toEqual(['exit code 1', 'exit code 2', 'exit code 3', 'exit code 4']);
});

test('bad starts count in a row: one good start, and as many are allowed again', async () => {
  const { starts, start } = engines();
  const killed: string[] = [];
  let good = Promise.withResolvers<void>();
  const kept = await keepDynamo(
    async () => {
      if (starts.length > 0 && killed.length % 4 !== 0) throw new Error('its port is taken');
      const engine = await start();
      good.resolve();
      return engine;
    },
    (why) => killed.push(why),
    0,
  );
  for (let round = 0; round < 3; round++) {
    await good.promise;
    good = Promise.withResolvers();
    starts.at(-1)?.end('SIGKILL');
  }
  await good.promise;
  expect(starts).toHaveLength(4);
  expect(killed).toHaveLength(12);
  await kept.stop();
});

test('why the last one does not start is why the engine ended', async () => {
  const { starts, start } = engines();
  const failing = () =>
    starts.length === 0 ? start() : Promise.reject(new Error('its port is taken'));
  const kept = await keepDynamo(failing, () => undefined, 0);
  starts[0]?.end('SIGKILL');
  expect(await kept.died).toBe('its port is taken');
});
