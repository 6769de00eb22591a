import type { Job, JobSummary } from '../api/types.ts';
import type { Unheard } from '../video/use-read.ts';
import { bytes, clock } from './format.ts';

/** How far a job is, in words. */
export function progressOf({ status, progress }: Pick<JobSummary, 'status' | 'progress'>): string {
  if (status === 'queued') return 'Waiting for its turn…';
  if (progress === undefined) return 'Reading…';
  if ('bytes' in progress) {
    const of = progress.of === null ? '' : ` of ${bytes(progress.of)}`;
    const left = progress.seconds_left === null ? '' : `, ${clock(progress.seconds_left)} left`;
    return progress.stage === 'fetching'
      ? `Fetching: ${bytes(progress.bytes)}${of}${left}`
      : 'Reading…';
  }
  const part = progress.of > 1 ? ` ${progress.done} of ${progress.of}` : '';
  return `${progress.stage[0]?.toUpperCase()}${progress.stage.slice(1)}${part}…`;
}

interface Props {
  readonly progress: 'starting' | Job | Unheard;
  readonly onCancel: (jobId: string) => void;
}

function wordsOf(progress: Props['progress']): string {
  if (progress === 'starting') return 'Starting…';
  if ('unheard' in progress) return `${progress.unheard} The job goes on meanwhile.`;
  return progressOf(progress);
}

/** A job that is under way, and the way to end it. */
export function JobProgress({ progress, onCancel }: Props) {
  return (
    <p class="actions" role="status">
      <span>{wordsOf(progress)}</span>
      {progress !== 'starting' && (
        <button type="button" class="small" onClick={() => onCancel(progress.job_id)}>
          Cancel
        </button>
      )}
    </p>
  );
}
