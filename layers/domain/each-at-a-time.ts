/**
 * Does the same for each of many, so many at a time.
 * @throws what one threw first, once those that were begun have ended; no further one is begun
 */
export async function eachAtATime<Item>(
  count: number,
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // Shared by those who work: what one takes, no other gets.
  const left = handedOut(items);
  const workOff = async () => {
    for await (const item of left) await work(item);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: count }, workOff));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

async function* handedOut<Item>(items: AsyncIterable<Item> | Iterable<Item>) {
  yield* items;
}
