import { useComputed } from '@preact/signals';
import { clock } from '../ui/format.ts';
import type { PageState } from './page-state.ts';

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isWritten: boolean;
}

/** What is said and what is written, in the order of time. */
const linesOf = ({ segments, writing }: PageState): Line[] =>
  [
    ...(segments.value ?? []).map((segment) => ({ ...segment, isWritten: false })),
    ...(writing.value ?? []).map(({ label, ...mark }) => ({
      ...mark,
      text: label,
      isWritten: true,
    })),
  ].sort((a, b) => a.start - b.start);

/** What is said and written, from second to second, and where a search is found in it. */
export function Words({ state }: { state: PageState }) {
  const known = state.transcript.value;
  const wished = state.search.value.trim().toLowerCase();
  const found = useComputed(() => {
    const search = state.search.value.trim().toLowerCase();
    return linesOf(state).filter(({ text }) => text.toLowerCase().includes(search));
  });
  return (
    <section class="words" aria-labelledby="words-title">
      <h2 id="words-title">Words</h2>
      <label class="field">
        Search what is said and written
        <input
          type="search"
          value={state.search.value}
          onInput={({ currentTarget }) => {
            state.search.value = currentTarget.value;
          }}
        />
      </label>
      {wished !== '' && (
        <p role="status" class="faint">
          {found.value.length === 0
            ? `“${state.search.value.trim()}” is not among the words.`
            : `In ${found.value.length} of ${linesOf(state).length} lines.`}
        </p>
      )}
      {known === undefined && (
        <p class="faint">
          {state.isLoading.value
            ? 'Loading…'
            : 'No words were read yet: look closer with “words only”.'}
        </p>
      )}
      {known && !known.speech.is_speech && <p class="faint">{known.speech.reason}</p>}
      {known?.speech.is_speech && (
        <p class="faint">
          {known.source === 'captions' ? 'From the captions of the file' : 'Heard'}
          {known.language !== null && `, in ${known.language}`}.
        </p>
      )}
      <ol class="lines">
        {found.value.map((line) => (
          <LineItem key={`${line.start}:${line.text}`} line={line} search={wished} state={state} />
        ))}
      </ol>
    </section>
  );
}

interface LineProps {
  readonly line: Line;
  readonly search: string;
  readonly state: PageState;
}

function LineItem({ line: { start, end, text, isWritten }, search, state }: LineProps) {
  const isNow = useComputed(() => state.at.value >= start && state.at.value < end);
  return (
    <li>
      <button
        type="button"
        class="line"
        aria-current={isNow.value ? 'true' : undefined}
        onClick={() => state.move(start)}
      >
        <span class="stamp">{clock(start, 1)}</span>
        {isWritten && <span class="faint"> written:</span>} <Marked text={text} search={search} />
      </button>
    </li>
  );
}

/** A text in which what is searched for is marked. */
function Marked({ text, search }: { text: string; search: string }) {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search);
  if (at < 0) return <span>{text}</span>;
  const end = at + search.length;
  return (
    <span>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      <Marked text={text.slice(end)} search={search} />
    </span>
  );
}
