import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Window } from '../../../layers/domain/window.ts';

export interface KilledRun {
  readonly records: string;
  readonly ledger: string;
  readonly message: { readonly orgId: string; readonly jobId: string };
  readonly now: string;
  /** Where links lead to, of those that stand for another. */
  readonly leads?: readonly (readonly [string, string])[];
  /** Seconds that cannot be decoded. */
  readonly lost?: readonly Window[];
  /** The step to be killed at: when it is done, or while it is under way. */
  readonly kill?: { readonly step: number; readonly when: 'after' | 'during' };
}

/**
 * Works on a job in a process of its own; answers the steps it took and the signal that ended it.
 */
export async function killedRun(
  run: KilledRun,
): Promise<{ steps: string[]; signal: NodeJS.Signals | null }> {
  const worker = spawn(
    process.execPath,
    [join(import.meta.dirname, 'killed-worker.ts'), JSON.stringify(run)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(worker, 'close');
  const said = Buffer.concat(await worker.stdout.toArray()).toString();
  const [, signal] = await closed;
  return { steps: said.split('\n').filter(Boolean), signal };
}
