type Cleanup = () => Promise<unknown>;

const cleanups = new Set<Cleanup>();

/**
 * Has something done once the suite that this process runs is over, from wherever in it; a program
 * that is no suite leaves it undone.
 */
export function afterSuite(cleanup: Cleanup): void {
  cleanups.add(cleanup);
}

/** Does what the suite has left to be done, whether it can be done or not. */
export async function endSuite(): Promise<void> {
  const all = [...cleanups];
  cleanups.clear();
  await Promise.allSettled(all.map((cleanup) => cleanup()));
}
