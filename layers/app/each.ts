/**
 * Does the same for each of several, one after the other: one that fails does not stand in the way
 * of the others.
 * @param failed what is said when some did
 * @throws AggregateError of what went wrong, after everything else was done
 */
export async function each<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  failed: string,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, failed);
}
