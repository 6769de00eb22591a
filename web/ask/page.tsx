import '../styles/video.css';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { isAnswer, jobsOf, type Result, readJob } from '../api/results.ts';
import type { Answer, ListedVideo } from '../api/types.ts';
import { api } from '../app/api.ts';
import { nameOf } from '../pages/video-card.tsx';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { useTitle } from '../ui/title.ts';
import { Axis } from '../video/axis.tsx';
import { findVideo } from '../video/find-video.ts';
import { videoModel } from '../video/model.ts';
import { TileDialog } from '../video/tile-dialog.tsx';
import { AnswerView } from './answer-view.tsx';
import type { Question } from './ask.ts';
import { AskForm } from './ask-form.tsx';

/** As many earlier answers as are shown. */
const MOST_EARLIER = 10;

/** Questions about one video. */
export function AskPage() {
  const { params } = useRoute();
  const id = params['id'] ?? '';
  const found = useLoaded(() => findVideo(id), [id]);
  return <Shown of={found}>{(listed) => <Ask key={id} listed={listed} />}</Shown>;
}

interface Given {
  readonly jobId: string;
  readonly answer: Answer;
}

async function earlierAnswers(videoId: string): Promise<Given[]> {
  const jobs = (await jobsOf(api, videoId, 100)).filter(
    ({ operation, status }) => operation === 'watch_video' && status === 'succeeded',
  );
  const given: Given[] = [];
  for (const { job_id } of jobs.slice(0, MOST_EARLIER)) {
    const { result } = await readJob(api, job_id).catch(() => ({ result: undefined }));
    if (isAnswer(result)) given.push({ jobId: job_id, answer: result });
  }
  return given;
}

function Ask({ listed }: { listed: ListedVideo }) {
  const model = useMemo(() => videoModel(listed), [listed]);
  useTitle(`Ask about ${nameOf(listed)}`);
  useLoaded(() => model.load(), [model]);
  const earlier = useLoaded(() => earlierAnswers(listed.video_id), [listed.video_id]);
  const [given, setGiven] = useState<readonly Given[]>([]);
  const [more, setMore] = useState<Partial<Question>>({});
  const onAnswer = useCallback((jobId: string, result: Result) => {
    if (!isAnswer(result)) return;
    setGiven((before) => [
      { jobId, answer: result },
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
      <Axis model={model} />
      <AskForm model={model} more={more} onMore={setMore} onAnswer={onAnswer} />
      <div aria-live="polite">
        {given.map(({ jobId, answer }) => (
          <AnswerView key={jobId} answer={answer} model={model} onAskAgain={onAskAgain} />
        ))}
      </div>
      <Shown of={earlier}>
        {(answers) => {
          const older = answers.filter(({ jobId }) => !shown.has(jobId));
          return older.length === 0 ? null : (
            <>
              <h2>Answers from before</h2>
              {older.map(({ jobId, answer }) => (
                <AnswerView key={jobId} answer={answer} model={model} onAskAgain={onAskAgain} />
              ))}
            </>
          );
        }}
      </Shown>
      <TileDialog model={model} />
    </article>
  );
}
