import { eachAtATime } from '../../../layers/domain/each-at-a-time.ts';

/** Ends when it is told to. */
function held() {
  const waiting: (() => void)[] = [];
  return { waiting, hold: () => new Promise<void>((resolve) => waiting.push(resolve)) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('of many things so many are done at a time, and each once', async () => {
  const { waiting, hold } = held();
  const begun: number[] = [];
  const all = eachAtATime(3, [1, 2, 3, 4, 5], async (item) => {
    begun.push(item);
    await hold();
  });
  await turn();
  expect(begun).toEqual([1, 2, 3]);
  waiting[1]?.();
  await turn();
  expect(begun).toEqual([1, 2, 3, 4]);
  for (const end of waiting) end();
  await turn();
  for (const end of waiting) end();
  await all;
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('what one throws is thrown once those that were begun have ended, and nothing more is begun', async () => {
  const { waiting, hold } = held();
  const begun: number[] = [];
  let thrown: unknown;
  const all = eachAtATime(2, [1, 2, 3, 4], async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('broken');
    await hold();
  }).catch((error: unknown) => {
    thrown = error;
  });
  await turn();
  expect(thrown).toBeUndefined();
  waiting[0]?.();
  await all;
  expect(thrown).toMatchObject({ message: 'broken' });
  expect(begun).toEqual([1, 2]);
});
