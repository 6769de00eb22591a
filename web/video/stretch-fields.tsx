import type { PageState } from './page-state.ts';

/** Chooses a stretch of the video by one of its ends, or both; none where it is all of it. */
export function choose(state: PageState, change: { start?: number; end?: number }): void {
  const duration = state.duration.value;
  const { start = 0, end = duration } = { ...state.window.value, ...change };
  state.window.value = start <= 0 && end >= duration ? undefined : { start, end };
}

/** The ends of the stretch that is chosen, for those who do not drag over the axis. */
export function StretchFields({ state }: { state: PageState }) {
  const chosen = state.window.value;
  return (
    <>
      <SecondField
        name="From"
        value={chosen?.start ?? 0}
        onValue={(start) => choose(state, { start })}
      />
      <SecondField
        name="To"
        value={chosen?.end ?? state.duration.value}
        onValue={(end) => choose(state, { end })}
      />
    </>
  );
}

interface SecondFieldProps {
  readonly name: string;
  readonly value: number;
  readonly onValue: (value: number) => void;
}

function SecondField({ name, value, onValue }: SecondFieldProps) {
  return (
    <label class="field">
      {name}, s
      <input
        type="number"
        min="0"
        step="any"
        value={Number(value.toFixed(3))}
        onChange={({ currentTarget }) => {
          const second = currentTarget.valueAsNumber;
          if (Number.isFinite(second)) onValue(second);
        }}
      />
    </label>
  );
}
