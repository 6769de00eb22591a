import { useSignal, useSignalEffect } from '@preact/signals';
import { useCallback } from 'preact/hooks';
import { isFrames, type Result } from '../api/results.ts';
import { clock } from '../ui/format.ts';
import { JobProgress } from '../ui/job-progress.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { priceOf, startRead, type Wish } from './call-frames.ts';
import type { PageState } from './page-state.ts';
import { PriceLine, usePrice } from './price.tsx';
import { choose, StretchFields } from './stretch-fields.tsx';
import { useRead } from './use-read.ts';

const CHOICES: readonly (readonly [Wish['detail'], string])[] = [
  ['auto', 'as close as the stretch allows'],
  ['overview', 'overview: all of it'],
  ['standard', 'standard: 5 tiles a second'],
  ['detail', 'detail: 5 large tiles a second'],
  ['fine', 'fine: 10 a second, up to 10 s'],
  ['motion', 'motion: 30 a second, up to 3 s'],
  ['words', 'words only'],
];

/** Reads a stretch: which, how closely, and at what price. */
export function ReadForm({ state }: { state: PageState }) {
  const isSoundOnly = state.listed.video?.width === 0;
  const choices = isSoundOnly ? CHOICES.filter(([choice]) => choice === 'words') : CHOICES;
  const first = state.frames.value.length > 0 ? 'auto' : 'overview';
  const detail = useSignal<Wish['detail']>(isSoundOnly ? 'words' : first);
  const readsText = useSignal(false);
  const next = useSignal<number | undefined>(undefined);
  const duration = state.duration.value;
  const chosen = state.window.value;
  const onResult = useCallback(
    (jobId: string, result: Result) => {
      state.add(jobId, result);
      if (!isFrames(result)) return;
      state.chosen.value = result.detail;
      state.move(result.window[0]);
      next.value = result.coverage.truncated?.next_start;
    },
    [state],
  );
  const read = useRead(onResult);
  const wish: Wish = {
    detail: detail.value,
    ...(chosen && { start: chosen.start, end: chosen.end }),
    ...(readsText.value && detail.value !== 'words' && { read_text: true }),
  };
  const isIdle = read.progress === 'idle';
  const { price, problem } = usePrice(isIdle ? JSON.stringify(wish) : undefined, () =>
    priceOf(state.source, wish),
  );
  // A stretch that is drawn anew is not the rest of the last one.
  useSignalEffect(() => {
    if (state.window.value?.start !== next.peek()) next.value = undefined;
  });
  const suggest = (suggestion: Record<string, unknown>) => {
    const known = CHOICES.find(([choice]) => choice === suggestion['detail']);
    if (known) detail.value = known[0];
    const { start, end } = suggestion;
    if (typeof start === 'number' || typeof end === 'number')
      choose(state, {
        ...(typeof start === 'number' && { start }),
        ...(typeof end === 'number' && { end }),
      });
  };
  return (
    <form
      class="read-form"
      aria-label="Look closer"
      onSubmit={(event) => {
        event.preventDefault();
        void read.run(() => startRead(state.source, wish));
      }}
    >
      <h2>Look closer</h2>
      <p class="faint">Drag over the axis to choose a stretch, or write its seconds.</p>
      <div class="fields">
        <StretchFields state={state} />
        <label class="field">
          How closely
          <select
            value={detail.value}
            onChange={({ currentTarget }) => {
              detail.value = currentTarget.value as Wish['detail'];
            }}
          >
            {choices.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {detail.value !== 'words' && (
          <label class="choice">
            <input
              type="checkbox"
              checked={readsText.value}
              onChange={({ currentTarget }) => {
                readsText.value = currentTarget.checked;
              }}
            />{' '}
            Also read what is written
          </label>
        )}
        {chosen && (
          <button
            type="button"
            onClick={() => {
              state.window.value = undefined;
            }}
          >
            All of it
          </button>
        )}
      </div>
      {!isIdle && (
        <JobProgress
          progress={read.progress as Exclude<typeof read.progress, 'idle'>}
          onCancel={(jobId) => void read.cancel(jobId)}
        />
      )}
      {read.problem && isIdle && <ProblemNote problem={read.problem} onSuggestion={suggest} />}
      {isIdle && problem && !read.problem && (
        <ProblemNote problem={problem} onSuggestion={suggest} />
      )}
      {isIdle && !problem && (
        <div class="actions">
          <button type="submit" class="primary" disabled={price === undefined}>
            Read
          </button>
          {price ? (
            <PriceLine price={price} />
          ) : (
            <p class="price faint" role="status">
              Asking for the price…
            </p>
          )}
        </div>
      )}
      {isIdle && next.value !== undefined && (
        <p class="note">
          One call ended at {clock(next.value, 1)}.{' '}
          <button
            type="button"
            class="small"
            onClick={() => {
              const start = next.value ?? 0;
              const end = state.window.value?.end ?? duration;
              state.window.value = { start, end };
            }}
          >
            Go on from there
          </button>
        </p>
      )}
    </form>
  );
}
