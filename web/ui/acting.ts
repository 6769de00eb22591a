import { useRef, useState } from 'preact/hooks';
import { type Problem, problemOf } from '../api/problem.ts';

/** Does something that may be refused, once at a time, and keeps why it was. */
export function useActing() {
  const [problem, setProblem] = useState<Problem | undefined>();
  const isActing = useRef(false);
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    // Whoever presses twice means it once.
    if (isActing.current) return;
    isActing.current = true;
    setProblem(undefined);
    try {
      await work();
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
    isActing.current = false;
  };
  return { problem, act };
}
