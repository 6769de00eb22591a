import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Window } from '../../../layers/domain/window.ts';
import type { LinksPlace } from '../links-elsewhere.ts';
import { bundled } from './bundled.ts';

export interface KilledRun {
  readonly records: string;
  readonly ledger: string;
  readonly message: { readonly orgId: string; readonly jobId: string };
  readonly now: string;
  /** Where links lead to, of those that stand for another. */
  readonly leads?: readonly (readonly [string, string])[];
  /** Seconds that cannot be decoded. */
  readonly lost?: readonly Window[];
  /** Where links are followed and media lies; else both are made up. */
  readonly elsewhere?: LinksPlace;
  /**
   * The step to be killed at, by its number or by the name of the first of its kind: when it is
   * done, or while it is under way.
   */
  readonly kill?: { readonly step: number | string; readonly when: 'after' | 'during' };
}

/**
 * Works on a job in a process of its own; answers the steps it took and the signal that ended it.
 * @param meanwhile is given what kills it
 */
export async function killedRun(
  run: KilledRun,
  meanwhile: (kill: () => void) => Promise<void> = async () => undefined,
): Promise<{ steps: string[]; signal: NodeJS.Signals | null }> {
  const worker = spawn(process.execPath, [await bundled('killed-worker.ts'), JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(worker, 'close');
  const going = meanwhile(() => void worker.kill('SIGKILL'));
  const said = Buffer.concat(await worker.stdout.toArray()).toString();
  const [, signal] = await closed;
  await going;
  return { steps: said.split('\n').filter(Boolean), signal };
}
