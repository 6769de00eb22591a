import type { Clock } from './ports/clock.ts';
import type { Due } from './ports/due.ts';

interface Deps<Item> {
  /** What is due is asked for until nothing is: each item must be done with, or be put off. */
  readonly due: (time: Date, limit: number) => Promise<Due<Item>>;
  /** Whether the item counts as swept. */
  readonly work: (item: Item) => Promise<boolean>;
  /** One that failed does not stand in the way of the others. */
  readonly putOff: (item: Item) => Promise<void>;
  readonly now: Clock;
}

const AT_ONCE = 25;
/** What is still due then is left to the next sweep. */
const AT_MOST_MS = 30_000;

/**
 * Works off what is due, the longest overdue first, for half a minute at most.
 * @param failed what is said when some of it failed
 * @returns how many were swept
 * @throws AggregateError of what went wrong, after everything else was done
 */
export async function sweepDue<Item>(
  { due, work, putOff, now }: Deps<Item>,
  failed: string,
): Promise<number> {
  const began = now().getTime();
  const hasTime = () => now().getTime() - began < AT_MOST_MS;
  const failures: unknown[] = [];
  let swept = 0;
  for (let isMore = true; isMore; ) {
    const { found, unreadable } = await due(now(), AT_ONCE);
    failures.push(...unreadable);
    for (const item of found) {
      if (!hasTime()) break;
      try {
        if (await work(item)) swept += 1;
      } catch (error) {
        failures.push(error);
        await putOff(item);
      }
    }
    isMore = hasTime() && found.length + unreadable.length > 0;
  }
  if (failures.length > 0) throw new AggregateError(failures, failed);
  return swept;
}
