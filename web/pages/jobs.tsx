import { useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import { newestJobs } from '../api/results.ts';
import type { JobSummary, ListedVideo } from '../api/types.ts';
import { api } from '../app/api.ts';
import { useActing } from '../ui/acting.ts';
import { Badge } from '../ui/badge.tsx';
import { beginning, clock, credits, date } from '../ui/format.ts';
import { progressOf } from '../ui/job-progress.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useTitle } from '../ui/title.ts';
import { useLive } from '../ui/use-live.ts';
import { answerOf, isPending, Resend, readDeliveries } from './delivery.tsx';
import { nameOf } from './video-card.tsx';

/** Jobs that are shown at first, and that each step further shows. */
const AT_ONCE = 50;
/** Videos whose names are looked up; a job about an older one goes by its id alone. */
const MOST_VIDEOS = 100;
/** Of a question in the list; all of it stands in its title. */
const MOST_LETTERS = 160;

const isActive = ({ status }: JobSummary): boolean => status === 'queued' || status === 'running';

async function readNames(): Promise<Map<string, string>> {
  const query = { limit: MOST_VIDEOS };
  const { videos } = await bodyOf(api.GET('/v1/videos', { params: { query } }));
  return new Map(videos.map((listed) => [listed.video_id, nameOf(listed as ListedVideo)]));
}

/** The newest jobs, each with the delivery that tells of its end. */
async function readJobs(most: number) {
  const [jobs, names] = await Promise.all([
    newestJobs(api, most),
    // Without names the list is still one.
    readNames().catch(() => new Map<string, string>()),
  ]);
  // Read after them: a job that has ended has its delivery by then.
  const deliveries = await readDeliveries();
  const told = new Map(deliveries.map((delivery) => [delivery.job_id, delivery]));
  return jobs.map((job) => ({
    job,
    delivery: told.get(job.job_id),
    video: names.get(job.video_id),
  }));
}

type Told = Awaited<ReturnType<typeof readJobs>>[number];

const isUnderWay = ({ job, delivery }: Told): boolean =>
  isActive(job) || (delivery !== undefined && isPending(delivery));

/** The newest jobs, as they are now. */
export function JobsPage() {
  useTitle('Jobs');
  const [most, setMost] = useState(AT_ONCE);
  // One more than is shown tells whether there are older ones.
  const loaded = useLoaded(() => readJobs(most + 1), [most]);
  useLive(loaded, isUnderWay);
  return (
    <section>
      <h1>Jobs</h1>
      <Shown of={loaded}>
        {(jobs) => (
          <>
            <ListTable
              name="Jobs"
              items={jobs.slice(0, most)}
              columns={['State', 'What', 'Begun', 'Took', 'Credits', '']}
              empty="No job was begun yet. Every read of a video and every question is one."
              row={(told) => <JobRow key={told.job.job_id} told={told} onChange={loaded.reload} />}
            />
            {jobs.length > most && (
              <button type="button" onClick={() => setMost(most + AT_ONCE)}>
                Older jobs
              </button>
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

const tookOf = ({ started_at, finished_at }: JobSummary): string =>
  started_at === null || finished_at === null
    ? ''
    : clock((Date.parse(finished_at) - Date.parse(started_at)) / 1000, 1);

function JobRow({ told, onChange }: { told: Told; onChange: () => void }) {
  const { job, delivery, video } = told;
  const {
    job_id,
    status,
    operation,
    detail,
    question,
    video_id,
    queued_at,
    credits_charged,
    error,
  } = job;
  const { problem, act } = useActing();
  const cancel = () =>
    act(async () => {
      await bodyOf(api.POST('/v1/jobs/{jobId}/cancel', { params: { path: { jobId: job_id } } }));
      onChange();
    });
  return (
    <tr>
      <td>
        <Badge state={status} />
      </td>
      <td>
        <a
          href={`/app/videos/${video_id}${operation === 'watch_video' ? '/ask' : ''}`}
          title={question}
        >
          {operation === 'watch_video'
            ? beginning(question ?? 'question', MOST_LETTERS)
            : operation}
          {detail !== null && `, ${detail}`}
        </a>
        {video !== undefined && ` of ${video}`}
        <br />
        <code class="faint">{job_id}</code>
        {isActive(job) && <p class="told">{progressOf(job)}</p>}
        {error && status === 'failed' && (
          <div class="problem">
            <p>{error.message}</p>
            {error.alternative !== undefined && <p>{error.alternative}</p>}
            {error.suggestion && <pre>{JSON.stringify(error.suggestion)}</pre>}
          </div>
        )}
        {problem && <ProblemNote problem={problem} />}
        {delivery && (
          <p class="told">
            <Badge state={delivery.status} /> to {delivery.url}{' '}
            <span class="faint">{answerOf(delivery)}</span>{' '}
            <Resend delivery={delivery} onChange={onChange} />
          </p>
        )}
      </td>
      <td class="figure">{date(queued_at)}</td>
      <td class="figure">{tookOf(job)}</td>
      <td class="figure">{credits_charged === null ? '' : credits(credits_charged)}</td>
      <td>
        {isActive(job) && (
          <button type="button" class="small" onClick={() => void cancel()}>
            Cancel<span class="hidden"> {job_id}</span>
          </button>
        )}
      </td>
    </tr>
  );
}
