import { useComputed } from '@preact/signals';
import { clock } from '../ui/format.ts';
import type { VideoModel } from './model.ts';

type Segment = NonNullable<VideoModel['segments']['value']>[number];

/** What is said, from second to second, and where a search is found in it. */
export function Words({ model }: { model: VideoModel }) {
  const segments = model.segments.value;
  const known = model.transcript.value;
  const wished = model.search.value.trim().toLowerCase();
  const found = useComputed(() => {
    const search = model.search.value.trim().toLowerCase();
    return (model.segments.value ?? []).filter(({ text }) => text.toLowerCase().includes(search));
  });
  return (
    <section class="words" aria-labelledby="words-title">
      <h2 id="words-title">Words</h2>
      <label class="field">
        Search what is said
        <input
          type="search"
          value={model.search.value}
          onInput={({ currentTarget }) => {
            model.search.value = currentTarget.value;
          }}
        />
      </label>
      {wished !== '' && (
        <p role="status" class="faint">
          {found.value.length === 0
            ? `“${model.search.value.trim()}” is not among the words.`
            : `In ${found.value.length} of ${segments?.length ?? 0} places.`}
        </p>
      )}
      {known === undefined && (
        <p class="faint">
          {model.isLoading.value
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
        {found.value.map((segment) => (
          <Line key={segment.start} segment={segment} search={wished} model={model} />
        ))}
      </ol>
    </section>
  );
}

interface LineProps {
  readonly segment: Segment;
  readonly search: string;
  readonly model: VideoModel;
}

function Line({ segment: { start, end, text }, search, model }: LineProps) {
  const isNow = useComputed(() => model.at.value >= start && model.at.value < end);
  return (
    <li>
      <button
        type="button"
        class="line"
        aria-current={isNow.value ? 'true' : undefined}
        onClick={() => model.move(start)}
      >
        <span class="stamp">{clock(start, 1)}</span> <Marked text={text} search={search} />
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
