import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { bundled } from './bundled.ts';

export interface KilledQuestion {
  readonly records: string;
  readonly ledger: string;
  /** Where objects are kept. */
  readonly folder: string;
  /** The address of the model's server. */
  readonly model: string;
  readonly now: string;
  readonly principal: Principal;
  /** The job to be worked on, or the batch to be made and worked on. */
  readonly message?: { readonly orgId: string; readonly jobId: string };
  readonly batch?: Readonly<Record<string, unknown>>;
  /** The step to be killed at: when it is done, or while it is under way. */
  readonly kill?: { readonly step: number; readonly when: 'after' | 'during' };
}

/**
 * Works on questions in a process of its own; answers the steps it took and the signal that ended
 * it.
 */
export async function killedQuestion(
  run: KilledQuestion,
): Promise<{ steps: string[]; signal: NodeJS.Signals | null }> {
  const worker = spawn(
    process.execPath,
    [await bundled('killed-question-process.ts'), JSON.stringify(run)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(worker, 'close');
  const said = Buffer.concat(await worker.stdout.toArray()).toString();
  const [, signal] = await closed;
  return { steps: said.split('\n').filter(Boolean), signal };
}
