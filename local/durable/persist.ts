import { setTimeout as wait } from 'node:timers/promises';
import type { Change, LiveExecution } from './live-execution.ts';

/** Changes an execution, however often that has to be tried; nothing of one that is over. */
export type Persist = (execution: LiveExecution, work: () => Change | undefined) => Promise<void>;

/** @param pauseMs between two tries */
export const makePersist =
  (pauseMs: number, onDefect: (error: unknown) => void): Persist =>
  async (execution, work) => {
    while (!execution.over.aborted) {
      try {
        await execution.change(work);
        return;
      } catch (error) {
        onDefect(error);
        await wait(pauseMs, undefined, { signal: execution.over }).catch(() => undefined);
      }
    }
  };
