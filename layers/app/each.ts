/**
 * Does the same for each of several, one after the other: one that fails does not stand in the way
 * of the others.
 * @param failed what is said when some did
 * @param failures what went wrong before
 * @throws AggregateError of what went wrong, after everything else was done
 */
export async function each<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  failed: string,
  failures: readonly unknown[] = [],
): Promise<void> {
  const all = [...failures];
  for (const item of items) await work(item).catch((error: unknown) => all.push(error));
  if (all.length > 0) throw new AggregateError(all, failed);
}
