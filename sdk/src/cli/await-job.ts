import type { Job } from '../job.ts';
import { describeProgress } from './describe.ts';
import type { Output } from './output.ts';

/**
 * Waits for a job and shows how far it is. Whoever interrupts ends the wait, and is told how to come
 * back to the job.
 */
export async function awaitJob<Result>(
  job: Job<Result>,
  { out, signal }: { readonly out: Output; readonly signal: AbortSignal },
): Promise<Result> {
  const began = performance.now();
  try {
    return await job.wait({
      signal,
      onProgress: (state) => {
        if (state.finished_at !== null) return;
        const [stage, more] = describeProgress(state);
        out.progress(stage, more || `${((performance.now() - began) / 1000).toFixed(0)} s`);
      },
    });
  } catch (error) {
    if (signal.aborted)
      out.note(`The job goes on. Come back to it: video-reader jobs ${job.id} --wait`);
    throw error;
  }
}
