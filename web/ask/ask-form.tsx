import { useCallback, useRef, useState } from 'preact/hooks';
import type { Result } from '../api/results.ts';
import type { AlreadyRead } from '../api/types.ts';
import { clock, credits } from '../ui/format.ts';
import { JobProgress } from '../ui/job-progress.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import type { PageState } from '../video/page-state.ts';
import { PriceLine, usePrice } from '../video/price.tsx';
import { choose, StretchFields } from '../video/stretch-fields.tsx';
import { useRead } from '../video/use-read.ts';
import { ANYTHING, ask, priceOfQuestion, type Question } from './ask.ts';
import { SchemaBox } from './schema-box.tsx';
import { typedQuestion } from './typed-question.ts';

const DEPTHS = [
  ['glance', 'Glance: a sheet for every three minutes'],
  ['read', 'Read: the overview, and what looks worth opening'],
  ['full', 'Full: every seven minutes for themselves, checked'],
] as const;

interface Props {
  readonly state: PageState;
  /** Of an answer that is asked on about, or a stretch that was left open. */
  readonly more: Partial<Question>;
  readonly onMore: (more: Partial<Question>) => void;
  readonly onAnswer: (jobId: string, result: Result, asked: string) => void;
}

/** A question about the video, its depth and stretch, with its price before it is sent. */
export function AskForm({ state, more, onMore, onAnswer }: Props) {
  const { video_id: videoId } = state.listed;
  const [text, setText] = useState(() => typedQuestion.of(videoId));
  const [depth, setDepth] = useState<'glance' | 'read' | 'full'>('read');
  const [schema, setSchema] = useState<{ value?: object; wrong?: string }>({});
  const [before, setBefore] = useState<AlreadyRead | undefined>();
  const stretch = state.window.value;
  const asked = useRef(ANYTHING);
  const read = useRead(
    useCallback((jobId, result) => onAnswer(jobId, result, asked.current), [onAnswer]),
  );
  const question: Question = {
    ...state.source,
    depth,
    ...(text.trim() !== '' && { question: text.trim() }),
    ...(stretch && { window: { from: stretch.start, to: stretch.end } }),
    ...(schema.value && { schema: schema.value as Record<string, unknown> }),
    ...more,
  };
  const isIdle = read.progress === 'idle';
  const { price, problem } = usePrice(
    isIdle && schema.wrong === undefined ? JSON.stringify(question) : undefined,
    () => priceOfQuestion(question),
  );
  const refused = problem?.is('invalid_schema') ? problem.message : undefined;
  const shown = read.problem ?? (refused === undefined ? problem : undefined);
  const suggest = ({ window }: { readonly window?: { from: number; to: number } }) => {
    if (window) choose(state, { start: window.from, end: window.to });
  };
  const send = useCallback(
    (body: Question) =>
      read.run(async () => {
        setBefore(undefined);
        asked.current = body.question ?? ANYTHING;
        const started = await ask(body);
        if (!('before' in started)) {
          typedQuestion.forget(videoId);
          return started;
        }
        setBefore(started.before);
        return undefined;
      }),
    [read.run, videoId],
  );
  return (
    <form
      class="read-form"
      aria-label="Ask"
      onSubmit={(event) => {
        event.preventDefault();
        void send(question);
      }}
    >
      <label class="field">
        Question
        <textarea
          rows={3}
          maxLength={8000}
          placeholder={ANYTHING}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            typedQuestion.keep(videoId, currentTarget.value);
          }}
        />
      </label>
      <fieldset>
        <legend>How deep</legend>
        {DEPTHS.map(([value, name]) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name="depth"
              checked={depth === value}
              onChange={() => setDepth(value)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {more.window === undefined && (
        <div class="fields">
          <StretchFields state={state} />
        </div>
      )}
      <Chips state={state} more={more} onMore={onMore} />
      <SchemaBox
        verdict={refused ? { refused } : price && 'taken'}
        onSchema={(value, wrong) =>
          setSchema({ ...(value && { value }), ...(wrong !== undefined && { wrong }) })
        }
      />
      {!isIdle && (
        <JobProgress
          progress={read.progress as Exclude<typeof read.progress, 'idle'>}
          onCancel={(jobId) => void read.cancel(jobId)}
        />
      )}
      {isIdle && shown && (
        <ProblemNote
          problem={shown}
          {...(more.window === undefined && { onSuggestion: suggest })}
        />
      )}
      {isIdle && before && <Before of={before} onChoose={(body) => void send(body)} />}
      {isIdle && (!problem || refused !== undefined) && (
        <div class="actions">
          <button type="submit" class="primary" disabled={price === undefined}>
            Ask
          </button>
          {price && <PriceLine price={price} />}
        </div>
      )}
    </form>
  );
}

/** What narrows the question, each with the way to leave it out. */
function Chips({ state, more, onMore }: Pick<Props, 'state' | 'more' | 'onMore'>) {
  const stretch = state.window.value;
  return (
    <p class="actions">
      {stretch && (
        <button
          type="button"
          class="small"
          onClick={() => {
            state.window.value = undefined;
          }}
        >
          Only {clock(stretch.start, 1)} to {clock(stretch.end, 1)} ✕
        </button>
      )}
      {!stretch && more.window === undefined && (
        <span class="faint">
          About all of it. Drag over the axis to choose a stretch, or write its seconds.
        </span>
      )}
      {Object.keys(more).length > 0 && (
        <button type="button" class="small" onClick={() => onMore({})}>
          {more.session_id !== undefined
            ? 'Asking on about the answer'
            : `About what was left open, ${clock(more.window?.from ?? 0, 1)} to ${clock(more.window?.to ?? 0, 1)}`}{' '}
          ✕
        </button>
      )}
    </p>
  );
}

function Before({ of, onChoose }: { of: AlreadyRead; onChoose: (body: Question) => void }) {
  const { price, next } = of;
  return (
    <div class="note" role="status">
      <p>This video was read before. Nothing was charged yet.</p>
      <p class="actions">
        <button type="button" class="primary" onClick={() => onChoose(next.follow_up as Question)}>
          Ask out of what was found · {credits(price.follow_up)}
        </button>
        <button type="button" onClick={() => onChoose(next.rewatch as Question)}>
          Read it anew · {credits(price.rewatch)}
        </button>
      </p>
    </div>
  );
}
