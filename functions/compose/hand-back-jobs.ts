import { beginClosing } from '../../layers/adapters/system/closing.ts';

/** Before a process of workers ends: the jobs that it has in hand are queued anew, for the next. */
export const handBackJobs = (): void => beginClosing();
