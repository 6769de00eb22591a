import type { LedgerEntry } from '../api/types.ts';

const DAY_S = 86_400;
/** A shorter time is shown as the end of so many days. */
const FEWEST_DAYS = 14;

/** What was spent on each day, by operation; what was given back is taken off. */
export interface Days {
  /** Midnights in seconds since 1970, one after the other. */
  readonly days: readonly number[];
  readonly spent: readonly { readonly kind: string; readonly credits: readonly number[] }[];
}

const dayOf = (at: string): number => Math.floor(Date.parse(at) / 1000 / DAY_S) * DAY_S;

/** @param entries newest first */
export function spentByDay(entries: readonly LedgerEntry[]): Days {
  const jobs = new Map<string, string>();
  for (const { job_id, reason } of entries) {
    const kind = reason.split(':')[0] ?? reason;
    if (job_id !== null && kind !== 'refund') jobs.set(job_id, kind);
  }
  const movements = entries.flatMap(({ at, reason, delta, job_id }) => {
    const kind = job_id === null ? undefined : (jobs.get(job_id) ?? reason.split(':')[0]);
    return kind === undefined ? [] : [{ day: dayOf(at), kind, credits: -delta }];
  });
  if (movements.length === 0) return { days: [], spent: [] };
  const last = Math.max(...movements.map(({ day }) => day));
  const first = Math.min(last - (FEWEST_DAYS - 1) * DAY_S, ...movements.map(({ day }) => day));
  const days = Array.from({ length: (last - first) / DAY_S + 1 }, (_, at) => first + at * DAY_S);
  const kinds = [...new Set(movements.map(({ kind }) => kind))].sort((a, b) => a.localeCompare(b));
  const spent = kinds.map((kind) => ({
    kind,
    credits: days.map((day) =>
      movements
        .filter((movement) => movement.kind === kind && movement.day === day)
        .reduce((sum, { credits }) => sum + credits, 0),
    ),
  }));
  return { days, spent };
}
