import { clock } from '../ui/format.ts';
import type { PageState } from './page-state.ts';

const MOST = 5;

/** How much of the video the level shows, and the gaps that it leaves. */
export function CoverageNote({ state }: { state: PageState }) {
  const { gaps, covered, duration, level } = state;
  if (level.value === undefined) return null;
  const seconds = covered.value.reduce((sum, { start, end }) => sum + end - start, 0);
  if (gaps.value.length === 0) {
    return <p class="faint">The level {level.value} shows all of it.</p>;
  }
  return (
    <p class="gaps">
      The level {level.value} shows {clock(seconds, 1)} of {clock(duration.value, 1)}. Not shown:{' '}
      {gaps.value.slice(0, MOST).map((gap) => (
        <button
          key={gap.start}
          type="button"
          class="small"
          onClick={() => {
            state.window.value = gap;
          }}
        >
          {clock(gap.start, 1)} to {clock(gap.end, 1)}
        </button>
      ))}
      {gaps.value.length > MOST && ` and ${gaps.value.length - MOST} more`}
    </p>
  );
}
