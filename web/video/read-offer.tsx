import { useState } from 'preact/hooks';
import { type Problem, problemOf } from '../api/problem.ts';
import { JobProgress } from '../ui/job-progress.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { priceOf, startRead, type Wish } from './call-frames.ts';
import type { VideoModel } from './model.ts';
import { type Price, PriceLine } from './price.tsx';
import { useRead } from './use-read.ts';

interface Props {
  readonly model: VideoModel;
  readonly request: Wish;
  /** What the button says. */
  readonly name: string;
}

/** A read that tells its price before it is begun. */
export function ReadOffer({ model, request, name }: Props) {
  const [price, setPrice] = useState<Price | undefined>();
  const [refusal, setRefusal] = useState<Problem | undefined>();
  const read = useRead(model.add);
  const ask = async () => {
    setRefusal(undefined);
    try {
      setPrice(await priceOf(model.source, request));
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
            onClick={() => void read.run(() => startRead(model.source, request))}
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
