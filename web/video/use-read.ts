import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import { mayPass, Problem, problemOf } from '../api/problem.ts';
import { type Result, readJob } from '../api/results.ts';
import type { Job } from '../api/types.ts';
import { api } from '../app/api.ts';

const FIRST_LOOK_MS = 700;
const LONGEST_LOOK_MS = 5000;

/** A job that could not be looked at just now, in words. It goes on all the same. */
export interface Unheard {
  readonly job_id: string;
  readonly unheard: string;
}

/** Looks at a job now and then, more seldom the longer it takes, until it has ended. */
async function endOfJob(
  jobId: string,
  signal: AbortSignal,
  onLook: (job: Job | Unheard) => void,
): Promise<Result> {
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(wait * 1.4, LONGEST_LOOK_MS)) {
    const job = await readJob(api, jobId).catch((thrown: unknown) => unheard(jobId, thrown));
    signal.throwIfAborted();
    if ('result' in job && job.result) return job.result;
    if ('error' in job && job.error) throw new Problem(job.error);
    onLook(job);
    await new Promise((done) => setTimeout(done, wait));
    signal.throwIfAborted();
  }
}

/** @throws Problem where looking again would not help */
function unheard(job_id: string, thrown: unknown): Unheard {
  const problem = problemOf(thrown);
  if (!mayPass(problem)) throw problem;
  return { job_id, unheard: problem.message };
}

type Progress = 'idle' | 'starting' | Job | Unheard;

/** A job that was begun, with its result where that was there already. */
export interface Started {
  readonly jobId: string;
  readonly result?: Result;
}

/**
 * Carries out a call that becomes a job.
 * @param onResult told what it found
 */
export function useRead(onResult: (jobId: string, result: Result) => void) {
  const [progress, setProgress] = useState<Progress>('idle');
  const [problem, setProblem] = useState<Problem | undefined>();
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  /** @param start undefined when there is nothing to wait for */
  const run = useCallback(
    async (start: () => Promise<Started | undefined>) => {
      const mine = new AbortController();
      stop.current = mine;
      setProgress('starting');
      setProblem(undefined);
      try {
        const started = await start();
        const result =
          started && (started.result ?? (await endOfJob(started.jobId, mine.signal, setProgress)));
        if (started && result) onResult(started.jobId, result);
      } catch (thrown) {
        if (mine.signal.aborted) return;
        setProblem(problemOf(thrown));
      }
      setProgress('idle');
    },
    [onResult],
  );
  const cancel = async (jobId: string) => {
    await bodyOf(api.POST('/v1/jobs/{jobId}/cancel', { params: { path: { jobId } } })).catch(
      () => undefined,
    );
  };
  return { progress, problem, run, cancel };
}
