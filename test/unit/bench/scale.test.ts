import { Account } from '../../../bench/scale/account.ts';
import { FairQueue } from '../../../bench/scale/fair-queue.ts';
import { LAMBDA_LIMITS } from '../../../bench/scale/lambda-limits.ts';
import { neighbours, oneFilm, quantile, rush } from '../../../bench/scale/scenarios.ts';
import { AS_IT_STANDS, SETTINGS, type Setting } from '../../../bench/scale/setting.ts';
import { Timeline } from '../../../bench/scale/timeline.ts';

const first = SETTINGS[0] as Setting;
const last = SETTINGS.at(-1) as Setting;
const HOUR = 3600;

function functionOf(timeline: Timeline, concurrency: number) {
  return new Account(timeline).add({
    name: 'worker',
    memoryMb: 1024,
    coldSeconds: 1,
    reserves: true,
    concurrency,
  });
}

test('events happen in the order of their times, and at the same second as they were entered', async () => {
  const timeline = new Timeline();
  const seen: string[] = [];
  for (const [at, name] of [
    [3, 'c'],
    [1, 'a'],
    [3, 'd'],
    [2, 'b'],
    [9, 'later'],
  ] as const) {
    timeline.at(at, () => seen.push(name));
  }
  await timeline.run(5);
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
});

test('no more of a function run than its concurrency, and an instance is started once', async () => {
  const timeline = new Timeline();
  const worker = functionOf(timeline, 2);
  const ends: number[] = [];
  for (let i = 0; i < 4; i++) {
    void worker.run(() => timeline.sleep(10)).then(() => ends.push(timeline.now));
  }
  await timeline.run(HOUR);
  expect(ends).toEqual([11, 11, 21, 21]);
  expect(worker.gbSeconds).toBe(42);
});

test('a function that reserves nothing is left what the others did not reserve', async () => {
  const timeline = new Timeline();
  const account = new Account(timeline, 10);
  const shape = { memoryMb: 512, coldSeconds: 0 };
  account.add({ ...shape, name: 'kept', concurrency: 8, reserves: true });
  const others = account.add({ ...shape, name: 'others', concurrency: 100, reserves: false });
  const ends: number[] = [];
  for (let i = 0; i < 3; i++) {
    void others.run(() => timeline.sleep(1)).then(() => ends.push(timeline.now));
  }
  await timeline.run(HOUR);
  expect(ends).toEqual([1, 1, 2]);
});

test('a queue gives a quiet group its turn before a noisy one', async () => {
  const timeline = new Timeline();
  const queue = new FairQueue(timeline, functionOf(timeline, 40));
  const ends: [string, number][] = [];
  const send = (group: string) =>
    void queue.send(group, () => timeline.sleep(100)).then(() => ends.push([group, timeline.now]));
  for (let i = 0; i < 200; i++) send('noisy');
  timeline.at(60, () => send('quiet'));
  await timeline.run(HOUR);
  const place = ends.findIndex(([group]) => group === 'quiet');
  expect(ends).toHaveLength(201);
  expect(place).toBeLessThan(100);
});

test('the same run comes out of the same seed', async () => {
  expect(await oneFilm(last)).toEqual(await oneFilm(last));
});

test('a film of three hours is read within three minutes, by instances that have to start', async () => {
  const { cold } = await oneFilm(AS_IT_STANDS);
  expect(cold.seconds).toBeLessThan(180);
});

test('calls wait behind merges of their own workers, and not behind those of others', async () => {
  const asked = {
    films: 300,
    perSecond: 1,
    seconds: 900,
    video: { size: '240p', hours: 3 },
  } as const;
  const p95 = async (setting: Setting) => {
    const { short, long } = await rush(setting, asked);
    expect(long).toHaveLength(asked.films);
    return quantile(
      short.map(([, took]) => took),
      0.95,
    );
  };
  expect(await p95(first)).toBeGreaterThan(60);
  expect(await p95(AS_IT_STANDS)).toBeLessThan(5);
});

test('one job of an organization does not wait for 64 of another one', async () => {
  const alone = (await oneFilm(AS_IT_STANDS)).cold.seconds;
  expect((await neighbours(AS_IT_STANDS)).beside).toBeLessThan(alone * 1.1);
});

test('what functions reserve leaves room for calls', () => {
  for (const { readers, decoders, long, now } of SETTINGS) {
    const all = [readers, decoders, long, now];
    const reserved = all.reduce((sum, one) => sum + (one?.concurrency ?? 0), 0);
    expect(LAMBDA_LIMITS.accountConcurrency - reserved).toBeGreaterThanOrEqual(100);
  }
});
