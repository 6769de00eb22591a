import type { LedgerEntry } from '../api/types.ts';
import { csvOf } from '../ui/csv.ts';
import { save } from '../ui/save.ts';
import { PAGE, readCredits } from './read-credits.ts';

/** Has the browser keep the whole ledger: what is here, and what is older. */
export async function saveLedger(known: readonly LedgerEntry[], isWhole: boolean): Promise<void> {
  const entries = [...known];
  for (let isDone = isWhole; !isDone; ) {
    const { ledger } = await readCredits(entries.at(-1)?.at);
    entries.push(...ledger);
    isDone = ledger.length < PAGE;
  }
  const rows = entries.map(({ at, reason, delta, wallet, balance_after, job_id }) => [
    at,
    reason,
    delta,
    wallet,
    balance_after,
    job_id ?? '',
  ]);
  const head = ['at', 'reason', 'delta', 'wallet', 'balance_after', 'job_id'];
  save('video-reader-credits.csv', new Blob([csvOf([head, ...rows])]));
}
