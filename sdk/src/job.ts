import { VideoReaderError } from './errors.ts';
import { type Patience, patiently } from './patience.ts';
import type { Transport } from './transport.ts';
import type { JobState, JobSummary } from './types.ts';

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Told of the job at each look. */
  readonly onProgress?: (job: JobState) => void;
}

const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 3000;

/** A job on the service. It goes on without this program, and is found again by its id. */
export class Job<Result> {
  readonly id: string;
  readonly #transport: Transport;
  readonly #patience: Patience;

  constructor(id: string, transport: Transport, patience: Patience) {
    this.id = id;
    this.#transport = transport;
    this.#patience = patience;
  }

  /** The job as it stands; links in its result are signed afresh. */
  read(options: Pick<WaitOptions, 'signal'> = {}): Promise<JobState> {
    return patiently({ ...this.#patience, ...options }, () =>
      this.#transport.api.GET('/v1/jobs/{jobId}', {
        params: { path: { jobId: this.id } },
        ...options,
      }),
    );
  }

  /**
   * What the call would have been answered, once it is there. Aborting ends the wait, not the job.
   * @throws VideoReaderError what the job failed with, or `cancelled`
   */
  async wait({ signal, onProgress }: WaitOptions = {}): Promise<Result> {
    const options = signal ? { signal } : {};
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 1.5, LONGEST_LOOK_MS)) {
      const job = await this.read(options);
      onProgress?.(job);
      if (job.status === 'succeeded') return job.result as Result;
      if (job.status === 'failed' || job.status === 'cancelled') throw endOf(job);
      await this.#patience.wait(lookMs, signal);
    }
  }

  /** Ends it, and gives back what it was charged. A job that has ended stays as it is. */
  cancel(): Promise<JobSummary> {
    return patiently(this.#patience, () =>
      this.#transport.api.POST('/v1/jobs/{jobId}/cancel', {
        params: { path: { jobId: this.id } },
      }),
    );
  }
}

function endOf({ job_id: jobId, status, error }: JobState): VideoReaderError {
  if (status === 'cancelled' || error === null) {
    return new VideoReaderError('cancelled', `The job ${jobId} was cancelled.`, { jobId });
  }
  const { type, message, ...detail } = error;
  return new VideoReaderError(type, message, { ...detail, jobId });
}
