import '../styles/video.css';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { isAnswer, newestJobs, type Result } from '../api/results.ts';
import type { Answer, JobSummary, ListedVideo } from '../api/types.ts';
import { api } from '../app/api.ts';
import { nameOf } from '../pages/video-card.tsx';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { useTitle } from '../ui/title.ts';
import { Axis } from '../video/axis.tsx';
import { findVideo } from '../video/find-video.ts';
import { pageState } from '../video/page-state.ts';
import { TileDialog } from '../video/tile-dialog.tsx';
import { AnswerView } from './answer-view.tsx';
import type { Question } from './ask.ts';
import { AskForm } from './ask-form.tsx';
import { EarlierQuestions } from './earlier-questions.tsx';

/** As many jobs of a video as are looked at for questions. */
const MOST_JOBS = 1000;

/** Questions about one video. */
export function AskPage() {
  const { params } = useRoute();
  const id = params['id'] ?? '';
  const found = useLoaded(() => findVideo(id), [id]);
  // Until its name is known, or where there is no video.
  useTitle('Ask');
  return <Shown of={found}>{(listed) => <Ask key={id} listed={listed} />}</Shown>;
}

interface Given {
  readonly jobId: string;
  readonly asked: string;
  readonly answer: Answer;
}

async function earlierQuestions(videoId: string): Promise<JobSummary[]> {
  const jobs = await newestJobs(api, MOST_JOBS, { video_id: videoId });
  return jobs.filter(
    ({ operation, status }) => operation === 'watch_video' && status === 'succeeded',
  );
}

function Ask({ listed }: { listed: ListedVideo }) {
  const state = useMemo(() => pageState(listed), [listed]);
  useTitle(`Ask about ${nameOf(listed)}`);
  useLoaded(() => state.load(), [state]);
  const earlier = useLoaded(() => earlierQuestions(listed.video_id), [listed.video_id]);
  const [given, setGiven] = useState<readonly Given[]>([]);
  const [more, setMore] = useState<Partial<Question>>({});
  const onAnswer = useCallback((jobId: string, result: Result, asked: string) => {
    if (!isAnswer(result)) return;
    setGiven((before) => [
      { jobId, asked, answer: result },
      ...before.filter((other) => other.jobId !== jobId),
    ]);
    setMore({});
  }, []);
  const onAskAgain = (question: Partial<Question>) => {
    setMore(question);
    scrollTo({ top: 0 });
  };
  const shown = new Set(given.map(({ jobId }) => jobId));
  return (
    <article class="ask">
      <h1>Ask about {nameOf(listed)}</h1>
      <p>
        <a href={`/app/videos/${listed.video_id}`}>All that was read of it</a>
      </p>
      <Axis state={state} />
      <AskForm state={state} more={more} onMore={setMore} onAnswer={onAnswer} />
      <div aria-live="polite">
        {given.map(({ jobId, ...one }) => (
          <AnswerView key={jobId} {...one} state={state} onAskAgain={onAskAgain} />
        ))}
      </div>
      <Shown of={earlier}>
        {(jobs) => (
          <EarlierQuestions
            jobs={jobs.filter(({ job_id }) => !shown.has(job_id))}
            state={state}
            onAskAgain={onAskAgain}
          />
        )}
      </Shown>
      <TileDialog state={state} />
    </article>
  );
}
