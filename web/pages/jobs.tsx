import { bodyOf } from '../api/client.ts';
import type { JobSummary } from '../api/types.ts';
import { api } from '../app/api.ts';
import { useActing } from '../ui/acting.ts';
import { Badge } from '../ui/badge.tsx';
import { clock, credits, date } from '../ui/format.ts';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useTitle } from '../ui/title.ts';
import { useLive } from '../ui/use-live.ts';

const MOST = 50;

const isActive = ({ status }: JobSummary): boolean => status === 'queued' || status === 'running';

/** The newest jobs, as they are now. */
export function JobsPage() {
  useTitle('Jobs');
  const loaded = useLoaded(
    () => bodyOf(api.GET('/v1/jobs', { params: { query: { limit: MOST } } })),
    [],
  );
  const active = loaded.value?.jobs.filter(isActive).length ?? 0;
  useLive(active > 0, loaded.reload, active);
  return (
    <section>
      <h1>Jobs</h1>
      <Shown of={loaded}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <p class="empty">
              No job was begun yet. Every read of a video and every question is one.
            </p>
          ) : (
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">State</th>
                    <th scope="col">What</th>
                    <th scope="col">Begun</th>
                    <th scope="col">Took</th>
                    <th scope="col">Credits</th>
                    <th scope="col">
                      <span class="hidden">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {jobs.map((job) => (
                    <JobRow key={job.job_id} job={job} onChange={loaded.reload} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
    </section>
  );
}

const tookOf = ({ started_at, finished_at }: JobSummary): string =>
  started_at === null || finished_at === null
    ? ''
    : clock((Date.parse(finished_at) - Date.parse(started_at)) / 1000, 1);

function JobRow({ job, onChange }: { job: JobSummary; onChange: () => void }) {
  const { job_id, status, operation, detail, video_id, queued_at, credits_charged, error } = job;
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
        <a href={`/app/videos/${video_id}${operation === 'watch_video' ? '/ask' : ''}`}>
          {operation === 'watch_video' ? 'question' : operation}
          {detail !== null && `, ${detail}`}
        </a>{' '}
        <code class="faint">{job_id}</code>
        {error && status === 'failed' && (
          <div class="problem">
            <p>{error.message}</p>
            {error.alternative !== undefined && <p>{error.alternative}</p>}
            {error.suggestion && <pre>{JSON.stringify(error.suggestion)}</pre>}
          </div>
        )}
        {problem && <ProblemNote problem={problem} />}
      </td>
      <td>{date(queued_at)}</td>
      <td>{tookOf(job)}</td>
      <td>{credits_charged === null ? '' : credits(credits_charged)}</td>
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
