import { startSchedule } from '../../../local/workers/schedule.ts';

const sweep = { name: 'sweep', everyMinutes: 1, timeoutSeconds: 1 };

test('an event is called at the start and then by the clock, one turn at a time', async () => {
  const turns: (() => void)[] = [];
  let calls = 0;
  const twice = Promise.withResolvers<void>();
  const schedule = startSchedule({
    events: [sweep],
    load: async () => () => {
      calls += 1;
      if (calls === 2) twice.resolve();
      return new Promise((resolve) => turns.push(resolve));
    },
    onDefect: () => undefined,
    minuteMs: 5,
  });
  const joined = Promise.race([
    twice.promise.then(() => 'joined'),
    new Promise((resolve) => setTimeout(resolve, 50, 'alone')),
  ]);
  expect(await joined).toBe('alone');
  turns[0]?.();
  await twice.promise;
  expect(calls).toBe(2);
  schedule.stop();
});

test('a turn that fails is told and followed by the next', async () => {
  const defects: unknown[] = [];
  let calls = 0;
  const again = Promise.withResolvers<void>();
  const schedule = startSchedule({
    events: [sweep],
    load: async () => async () => {
      calls += 1;
      if (calls === 1) throw new Error('down');
      again.resolve();
    },
    onDefect: (error, event) => defects.push(error, event.name),
    minuteMs: 5,
  });
  await again.promise;
  schedule.stop();
  expect(defects).toEqual([new Error('down'), 'sweep']);
});
