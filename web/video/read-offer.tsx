import { useState } from 'preact/hooks';
import { type Problem, problemOf } from '../api/problem.ts';
import { JobProgress } from '../ui/job-progress.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { priceOf, startRead, type Wish } from './call-frames.ts';
import type { PageState } from './page-state.ts';
import { type Price, PriceLine } from './price.tsx';
import { useRead } from './use-read.ts';

interface Props {
  readonly state: PageState;
  readonly request: Wish;
  /** What the button says. */
  readonly name: string;
}

/** A read that tells its price before it is begun. */
export function ReadOffer({ state, request, name }: Props) {
  const [price, setPrice] = useState<Price | undefined>();
  const [refusal, setRefusal] = useState<Problem | undefined>();
  const read = useRead(state.add);
  const ask = async () => {
    setRefusal(undefined);
    try {
      setPrice(await priceOf(state.source, request));
    } catch (thrown) {
      setRefusal(problemOf(thrown));
    }
  };
  const problem = refusal ?? read.problem;
  return (
    <div class="offer">
      {problem && <ProblemNote problem={problem} />}
      {read.progress !== 'idle' ? (
        <JobProgress progress={read.progress} onCancel={(jobId) => void read.cancel(jobId)} />
      ) : price ? (
        <div class="actions">
          <PriceLine price={price} />
          <button
            type="button"
            class="primary"
            onClick={() => void read.run(() => startRead(state.source, request))}
          >
            Read it
          </button>
        </div>
      ) : (
        <button type="button" onClick={() => void ask()}>
          {name}…
        </button>
      )}
    </div>
  );
}
