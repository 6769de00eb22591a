import { useSignal } from '@preact/signals';
import { number } from '../ui/format.ts';
import { nameOfMark } from './lanes.ts';
import type { PageState } from './page-state.ts';

const MOST = 200;

/** What was found, as a list: the lanes for those who do not see or point at them. */
export function Findings({ state }: { state: PageState }) {
  const chosen = useSignal('cuts');
  const lanes = state.lanes.value.filter(({ name }) => name !== 'words');
  const lane = lanes.find(({ name }) => name === chosen.value) ?? lanes[0];
  if (!lane || state.frames.value.length === 0) return null;
  return (
    <section class="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">Findings</h2>
      <label class="field">
        Kind
        <select
          value={lane.name}
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.value;
          }}
        >
          {lanes.map(({ name, marks, isUnmeasured }) => (
            <option key={name} value={name}>
              {name} ({isUnmeasured ? 'not measured' : number(marks.length)})
            </option>
          ))}
        </select>
      </label>
      {lane.isUnmeasured && (
        <p class="faint">Not measured: windows over 15 minutes are read without.</p>
      )}
      {!lane.isUnmeasured && lane.marks.length === 0 && <p class="faint">None.</p>}
      <ol class="lines">
        {lane.marks.slice(0, MOST).map((mark) => (
          <li key={`${mark.start}:${mark.label}`}>
            <button type="button" class="line" onClick={() => state.open(mark.start)}>
              {nameOfMark(mark)}
              {mark.confidence !== undefined && (
                <span class="faint"> · {number(mark.confidence)}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
      {lane.marks.length > MOST && (
        <p class="faint">The first {MOST} are listed; the export has them all.</p>
      )}
    </section>
  );
}
