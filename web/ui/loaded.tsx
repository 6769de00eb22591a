import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { mayPass, type Problem, problemOf } from '../api/problem.ts';
import { ProblemNote } from './problem-note.tsx';

interface State<Value> {
  readonly value: Value | undefined;
  readonly problem: Problem | undefined;
}

export interface Loaded<Value> extends State<Value> {
  readonly reload: () => void;
}

/**
 * What a call answers, from when it is there. Another call takes its place when `inputs` change;
 * the answer of the one before then changes nothing. Where the call fails for a while, what was
 * loaded stays beside the problem.
 */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  inputs: readonly unknown[],
): Loaded<Value> {
  const [state, setState] = useState<State<Value>>({ value: undefined, problem: undefined });
  const turn = useRef(0);
  const loaded = useRef<Value | undefined>(undefined);
  // The call is another one when its inputs are others.
  const current = useRef(load);
  current.current = load;
  const reload = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    const settle = (settled: State<Value>) => {
      if (mine !== turn.current) return;
      loaded.current = settled.value;
      setState(settled);
    };
    current.current().then(
      (value) => settle({ value, problem: undefined }),
      (thrown) => {
        const problem = problemOf(thrown);
        settle({ value: mayPass(problem) ? loaded.current : undefined, problem });
      },
    );
  }, []);
  useEffect(() => {
    loaded.current = undefined;
    reload();
    return () => {
      turn.current += 1;
    };
  }, [reload, ...inputs]);
  return { ...state, reload };
}

interface Props<Value> {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Waiting, failed, or what was loaded, be it before it failed. */
export function Shown<Value>({ of, children }: Props<Value>) {
  const { value, problem } = of;
  if (problem || value !== undefined) {
    return (
      <>
        {problem && (
          <ProblemNote problem={problem} onRetry={problem.isFinal ? undefined : of.reload} />
        )}
        {value !== undefined && children(value)}
      </>
    );
  }
  return (
    <p class="waiting" role="status">
      Loading…
    </p>
  );
}
