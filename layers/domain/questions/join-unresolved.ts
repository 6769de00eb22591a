import { joined } from '../stretches.ts';
import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';
import type { Unresolved } from './settle-answer.ts';

/** Entries that one answer tells. */
const MOST_ENTRIES = 500;

const kindOf = ({ reason, region }: Unresolved): string => JSON.stringify([reason, region]);

/**
 * Unresolved stretches of one reason that touch are one. Of more than one answer tells neighbours are
 * joined, so that none is left out.
 */
export function joinUnresolved(entries: readonly Unresolved[]): Unresolved[] {
  const kinds = Map.groupBy(entries, kindOf);
  let told = [...kinds.values()].flatMap((same) => {
    const [{ reason, region } = { reason: '', region: null }] = same;
    const rounded = same.map(({ from, to }): Window => [toMillisecond(from), toMillisecond(to)]);
    return joined(rounded).map(([from, to]): Unresolved => ({ from, to, reason, region }));
  });
  for (let pairs = pairsOf(told); pairs.size > 0; pairs = pairsOf(told)) {
    told = told.flatMap((entry, at) => {
      if (pairs.has(at - 1)) return [];
      const { from, reason, region } = entry;
      const { to } = (pairs.has(at) && told[at + 1]) || entry;
      return [{ from, to, reason, region }];
    });
  }
  return told.sort((a, b) => a.from - b.from || a.to - b.to);
}

/**
 * The places of entries that are joined with the one behind them, those that make the shortest stretch
 * first; none where there are few enough.
 */
function pairsOf(told: readonly Unresolved[]): ReadonlySet<number> {
  const tooMany = told.length - MOST_ENTRIES;
  const pairs = new Set<number>();
  if (tooMany <= 0) return pairs;
  const kinds = told.map(kindOf);
  const shortest = told
    .slice(1)
    .map(({ to }, at) => ({ at, length: to - (told[at]?.from ?? to) }))
    .filter(({ at }) => kinds[at] === kinds[at + 1])
    .sort((a, b) => a.length - b.length);
  for (const { at } of shortest) {
    if (pairs.size === tooMany) break;
    if (!pairs.has(at - 1) && !pairs.has(at + 1)) pairs.add(at);
  }
  return pairs;
}
