import { useState } from 'preact/hooks';
import { isAnswer, readJob } from '../api/results.ts';
import type { Answer, JobSummary } from '../api/types.ts';
import { api } from '../app/api.ts';
import { credits, date } from '../ui/format.ts';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import type { PageState } from '../video/page-state.ts';
import { AnswerView } from './answer-view.tsx';
import { ANYTHING, type Question } from './ask.ts';

interface Props {
  /** Questions that were answered, the newest first. */
  readonly jobs: readonly JobSummary[];
  readonly state: PageState;
  readonly onAskAgain: (question: Partial<Question>) => void;
}

/** What was asked about the video before. An answer is read when its question is opened. */
export function EarlierQuestions({ jobs, state, onAskAgain }: Props) {
  const [search, setSearch] = useState('');
  if (jobs.length === 0) return null;
  const wished = search.trim().toLowerCase();
  const found = jobs.filter(({ question = ANYTHING }) => question.toLowerCase().includes(wished));
  return (
    <section class="earlier" aria-labelledby="earlier-title">
      <h2 id="earlier-title">Asked before</h2>
      <label class="field">
        Search what was asked
        <input
          type="search"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </label>
      {found.length === 0 && (
        <p role="status" class="faint">
          No question has “{search.trim()}” in it.
        </p>
      )}
      <ul class="rows">
        {found.map((job) => (
          <Earlier key={job.job_id} job={job} state={state} onAskAgain={onAskAgain} />
        ))}
      </ul>
    </section>
  );
}

interface EarlierProps extends Pick<Props, 'state' | 'onAskAgain'> {
  readonly job: JobSummary;
}

function Earlier({ job, state, onAskAgain }: EarlierProps) {
  const { job_id, question = ANYTHING, detail, queued_at, credits_charged } = job;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <strong>{question}</strong>{' '}
          <span class="faint">
            {date(queued_at)}
            {detail !== null && ` · ${detail}`}
            {credits_charged !== null && ` · ${credits(credits_charged)}`}
          </span>
        </summary>
        {isOpen && <EarlierAnswer jobId={job_id} state={state} onAskAgain={onAskAgain} />}
      </details>
    </li>
  );
}

interface AnswerProps extends Pick<Props, 'state' | 'onAskAgain'> {
  readonly jobId: string;
}

function EarlierAnswer({ jobId, state, onAskAgain }: AnswerProps) {
  const loaded = useLoaded(() => readAnswer(jobId), [jobId]);
  return (
    <Shown of={loaded}>
      {(answer) => <AnswerView answer={answer} state={state} onAskAgain={onAskAgain} />}
    </Shown>
  );
}

async function readAnswer(jobId: string): Promise<Answer> {
  const { result } = await readJob(api, jobId);
  if (isAnswer(result)) return result;
  throw new Error('The service answered with something else than an answer.');
}
