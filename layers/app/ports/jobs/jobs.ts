import type { Account, Posting } from '../../../domain/accounts/account.ts';
import type { Charge } from '../../../domain/accounts/movements.ts';
import type { Refund } from '../../../domain/accounts/shortfall.ts';
import type { ApiError } from '../../../domain/errors.ts';
import type { JobProgress } from '../../../domain/jobs/job.ts';
import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import type { TokenUse } from '../../../domain/questions/token-use.ts';
import type { Reservation } from '../../../domain/videos/pending-video.ts';
import type { StoredThumbnail } from '../../../domain/videos/thumbnail.ts';
import type { Window } from '../../../domain/window.ts';

/** A caller's promise that two calls are the same one. */
export interface IdempotencyKey {
  readonly operation: string;
  readonly key: string;
  /** Digest of the body. */
  readonly body: string;
}

/** A key that a job takes; from the job that it `replaces`, if that had it and failed. */
export interface IdempotencyClaim extends IdempotencyKey {
  readonly replaces?: string | undefined;
}

/** A question about a video that one job answers for all who ask the same. */
export interface QuestionClaim {
  /** Digest of all that the answer depends on. */
  readonly digest: string;
  /** The job whose claim this one takes over: it failed, or its answer is gone. */
  readonly replaces?: string | undefined;
  /** Set when the answer of another job is not wanted: the claim is taken over from any. */
  readonly isAnew?: boolean;
}

/** What is known of an idempotency key that was used before. */
export interface EarlierUse {
  readonly jobId: string;
  readonly body: string;
  /** Set when the job was made by another call, which it answers along. */
  readonly joined?: true;
}

/** What a call that another one's job answers leaves with that job. */
export interface Joining {
  readonly at: Date;
  /** Who is told of the end as well. */
  readonly receiver?: { readonly id: string; readonly url: string };
  readonly claim?: IdempotencyClaim | undefined;
}

/** What a job is accepted with. */
export interface JobTerms {
  /** Jobs that its organization may have at the same time. */
  readonly concurrency: number;
  readonly idempotency?: IdempotencyClaim | undefined;
  /** The video that the job is the first about, stored with it. */
  readonly reserving?: Reservation | undefined;
  /** Of a job that answers one; others who ask the same find this job. */
  readonly question?: QuestionClaim | undefined;
}

export interface JobIntake {
  /**
   * Stores a job, takes its slot and its idempotency key: all or nothing.
   * @returns `repeated` when another job holds the key, `asked` when another holds the question,
   * `full` when no slot is free, `gone` when the video is no longer there, `linked` when its link
   * has another by now
   */
  accept(
    job: JobRecord,
    terms: JobTerms,
  ): Promise<'accepted' | 'repeated' | 'asked' | 'full' | 'gone' | 'linked'>;
  /** The job that holds a question about a video. */
  findAsked(orgId: string, videoId: string, digest: string): Promise<string | undefined>;
  find(orgId: string, jobId: string): Promise<JobRecord | undefined>;
  /** Known of a job too of which the rest cannot be read. */
  statusOf(orgId: string, jobId: string): Promise<JobRecord['status'] | undefined>;
  /** Those that are there, by their ids, in as many requests as they have hundreds. */
  findAll(orgId: string, jobIds: ReadonlySet<string>): Promise<ReadonlyMap<string, JobRecord>>;
  /**
   * Has a further caller told of the end of a job, and its key lead there: all or nothing.
   * @returns `ended` when the job has ended, `repeated` when another job holds the key
   */
  join(
    job: Pick<JobRecord, 'org_id' | 'job_id'>,
    joining: Joining,
  ): Promise<'joined' | 'ended' | 'repeated'>;
  /**
   * Newest first, of all videos or of one, all or those that are older than a job.
   * @param of `passOver` is told of jobs that cannot be read, and others are given instead; without
   * it they are thrown
   */
  list(
    orgId: string,
    limit: number,
    of?: {
      readonly videoId?: string | undefined;
      readonly before?: string | undefined;
      readonly passOver?: (unreadable: Error) => void;
    },
  ): Promise<JobRecord[]>;
  /** The use of a key that has not yet expired. */
  findEarlierUse(
    orgId: string,
    operation: string,
    key: string,
    now: Date,
  ): Promise<EarlierUse | undefined>;
}

/** One run of a job. A run that lost its lease can no longer change the job. */
export interface Run {
  readonly orgId: string;
  readonly jobId: string;
  readonly run: string;
}

export interface JobRuns {
  /**
   * Moves a queued job to running, or takes over a running one whose lease is over.
   * @returns the job, or why there is nothing to run: `ended` (or unknown), or leased until a time
   */
  start(
    run: Run,
    now: Date,
    leaseUntil: Date,
  ): Promise<JobRecord | 'ended' | { leasedUntil: string }>;
  /** Also tells how far the run has come; false when the run no longer holds the job. */
  extend(run: Run, leaseUntil: Date, progress?: JobProgress): Promise<boolean>;
  /**
   * Lets go of a job that another run goes on with. It is looked after again when it is due, and
   * this run is not one of those that failed it; false likewise.
   */
  handBack(run: Run, now: Date, dueAt: Date): Promise<boolean>;
  /**
   * Writes the price and takes it from the account in one transaction; a job is charged once.
   * @param decide is asked again when the account changed meanwhile; what it throws is passed on
   * @throws LeaseLost
   */
  charge(
    run: Run,
    decide: (account: Account) => { posting: Posting; charges: Charge[] },
    change: { detail: string | null; cacheHit: boolean },
  ): Promise<JobRecord>;
  /** Adds to what models took for the job, whatever becomes of it. */
  addTokens(run: Run, use: TokenUse): Promise<void>;
  /**
   * Ends the job and frees its slot, gives back what its result leaves out, and records the window
   * when it was paid in full: one transaction.
   * @returns the job as it ended
   * @throws DomainError video_not_found when the video was erased meanwhile
   * @throws LeaseLost
   */
  succeed(
    run: Run,
    job: JobRecord,
    end: {
      at: Date;
      resultKey: string;
      /** Whether everything that the result covers had been paid for. */
      cacheHit: boolean;
      refunds: readonly Refund[];
      paid?: { level: string; window: Window; lost: readonly Window[] };
      /** What stands for the video in lists from now on. */
      thumbnail?: StoredThumbnail | undefined;
    },
  ): Promise<JobRecord>;
  /**
   * Ends a job that has not ended, frees its slot and gives back what it was charged.
   * With `run` only while that run holds the job. Of one that cannot be read as a whole nobody is
   * told.
   * @returns the job as it ended, or undefined when there was nothing to end or it cannot be read
   */
  fail(
    job: Omit<Run, 'run'> & { readonly run?: string },
    end: { at: Date; error: ApiError; status?: 'failed' | 'cancelled'; retryAt?: Date | undefined },
  ): Promise<JobRecord | undefined>;
}

/**
 * Thrown by a run whose job goes on without it, and is queued again when there is more for a run to
 * do.
 */
export class GoesOnElsewhere extends Error {
  override readonly name = 'GoesOnElsewhere';
}

/** Thrown by a run that no longer holds its job: another run took over, or the job ended. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor({ jobId, run }: Pick<Run, 'jobId' | 'run'>, options?: ErrorOptions) {
    super(`run ${run} no longer holds ${jobId}`, options);
  }
}
