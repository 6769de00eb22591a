import type { Answer } from '../api/types.ts';
import { clock, credits } from '../ui/format.ts';
import type { PageState } from '../video/page-state.ts';
import type { Question } from './ask.ts';

const CITED = /\[(\d+(?:\.\d+)?)s\]/g;

interface Props {
  readonly answer: Answer;
  /** What was asked, where that does not stand above it already. */
  readonly asked?: string;
  readonly state: PageState;
  /** Takes a question that can be asked next, as it would be sent. */
  readonly onAskAgain: (question: Partial<Question>) => void;
}

/** An answer, each second that it names a link to its tile. */
export function AnswerView({ answer, asked, state, onAskAgain }: Props) {
  const { unanswered, unresolved, notes, value, credits_charged, cached } = answer;
  return (
    <section class="answer" aria-label="Answer">
      {asked !== undefined && <h2 class="asked">{asked}</h2>}
      <p class="answer-words">
        <Cited text={answer.answer} state={state} />
      </p>
      {value !== undefined && <pre>{JSON.stringify(value, null, 2)}</pre>}
      {unanswered.length > 0 && (
        <>
          <h3>Not answered</h3>
          <ul>
            {unanswered.map(({ field, reason }) => (
              <li key={field}>
                <strong>{field}</strong>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {unresolved.length > 0 && (
        <>
          <h3>Left open</h3>
          <ul>
            {unresolved.map(({ from, to, reason, region }) => (
              <li key={`${from}:${to}:${reason}`}>
                {clock(from, 1)} to {clock(to, 1)}: {reason}{' '}
                <button
                  type="button"
                  class="small"
                  onClick={() =>
                    onAskAgain({ window: { from, to }, ...(region !== null && { region }) })
                  }
                >
                  Ask again about it
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="faint">
        {cached ? 'Answered before, nothing charged. ' : `${credits(credits_charged)}. `}
        {notes.join(' ')}
      </p>
      <p>
        <button
          type="button"
          class="small"
          onClick={() => onAskAgain({ session_id: answer.session_id })}
        >
          Ask on about it
        </button>
      </p>
    </section>
  );
}

function Cited({ text, state }: { text: string; state: PageState }) {
  // Every second part is what the group matched.
  return (
    <>
      {text.split(CITED).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <a
            key={index}
            class="cited"
            href={`/app/videos/${state.listed.video_id}?t=${part}`}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              event.stopPropagation();
              state.open(Number(part));
            }}
          >
            {part} s
          </a>
        ),
      )}
    </>
  );
}
