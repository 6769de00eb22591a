import { Shared } from '../../../../layers/media/segments/shared.ts';

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Items that tell which of them were taken from the source. */
function counted(count: number) {
  const given: number[] = [];
  async function* items() {
    for (let i = 0; i < count; i++) {
      given.push(i);
      yield i;
    }
  }
  return { given, items: items() };
}

/** Lets everything go on that can. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a reader is at most one item ahead of another', async () => {
  const { given, items } = counted(5);
  const shared = new Shared(items, { readers: [0, 1] });
  const [fast, slow] = [shared.all(0), shared.all(1)];
  expect(await fast.next()).toMatchObject({ value: 0 });
  const second = fast.next();
  await settled();
  expect(given).toEqual([0]);
  expect(await slow.next()).toMatchObject({ value: 0 });
  expect(await second).toMatchObject({ value: 1 });
});

test('all items are given to every reader', async () => {
  const { given, items } = counted(5);
  const shared = new Shared(items, { readers: [0, 1, 2] });
  const all = await Promise.all([0, 1, 2].map((reader) => collected(shared.all(reader))));
  expect(all).toEqual([0, 1, 2].map(() => [0, 1, 2, 3, 4]));
  expect(given).toEqual([0, 1, 2, 3, 4]);
});

test('a reader that leaves keeps nobody waiting', async () => {
  const shared = new Shared(counted(5).items, { readers: [0, 1] });
  const leaving = shared.all(1);
  await leaving.next();
  const others = collected(shared.all(0));
  await leaving.return();
  expect(await others).toEqual([0, 1, 2, 3, 4]);
});
