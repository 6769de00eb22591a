import { useState } from 'preact/hooks';
import { type Problem, problemOf } from '../api/problem.ts';

/** Does something that may be refused, and keeps why it was. */
export function useActing() {
  const [problem, setProblem] = useState<Problem | undefined>();
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setProblem(undefined);
    try {
      await work();
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  };
  return { problem, act };
}
