import type { Principal } from '../../domain/accounts/credential.ts';
import type { Hundredths } from '../../domain/accounts/credits.ts';
import { charge } from '../../domain/accounts/movements.ts';
import { PLANS } from '../../domain/accounts/plans.ts';
import { secondsToFreeSlot } from '../../domain/calls/free-slot.ts';
import { DomainError } from '../../domain/errors.ts';
import { deliveredBy, type JobRecord } from '../../domain/jobs/job-record.ts';
import type { Reservation } from '../../domain/videos/pending-video.ts';
import type { VideoRecord } from '../../domain/videos/video-record.ts';
import { toldOf } from '../../domain/webhooks/new-delivery.ts';
import { deliveryIdOf } from '../../domain/webhooks/webhook-delivery.ts';
import type { KeptVideos } from '../jobs/is-kept.ts';
import { notFound } from '../not-found.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { JobIntake, Joining, QuestionClaim } from '../ports/jobs/jobs.ts';
import type { ReadQueue } from '../ports/jobs/read-queue.ts';
import type { ReadyJobs } from '../ports/jobs/ready-jobs.ts';
import { requireWebhook, type WebhookRefusal } from '../webhooks/require-webhook.ts';
import type { Call } from './call.ts';
import { bodyOf, earlierJob } from './earlier-job.ts';

export interface AcceptDeps {
  readonly jobs: JobIntake;
  readonly videos: KeptVideos;
  readonly readyJobs: ReadyJobs;
  readonly queue: ReadQueue;
  readonly artifacts: Pick<ArtifactStore, 'read' | 'list'>;
  readonly webhookRefusal: WebhookRefusal;
  readonly digest: Digest;
  readonly now: Clock;
  readonly newId: NewId;
}

/** What is known of a call that may run. */
export interface Checked {
  readonly video: Pick<VideoRecord, 'video_id' | 'version'>;
  /** Set when the video is to be stored with the job, as one that is pending. */
  readonly reserving?: Reservation;
  readonly detail: string | null;
  /** Set when it is known to be read in segments. */
  readonly isLong?: boolean;
  /** Set when all who ask the same are answered by one job. */
  readonly question?: QuestionClaim;
  /** Set when the result is stored and only has to be paid for. */
  readonly ready?: {
    readonly resultKey: string;
    readonly price: Hundredths;
    readonly reason: string;
    /**
     * Whether the result is sent as the answer of the call, so that it counts among the jobs at
     * once.
     */
    readonly isSent: boolean;
  };
}

/** Somebody else's job, which answers this call as well. */
export interface Answering {
  readonly answering: JobRecord;
}

/** Looks at a video that many calls reserve and lose at once. */
const MORE_LOOKS = 5;
/** The latest jobs, by which it is told when a slot is likely to be free. */
const LATEST_JOBS = 40;

/**
 * Turns a call into a stored and queued job, or into one that has ended when its result is there
 * already; or finds the job that the same call made before.
 * @param check finds the video and makes sure that the call can run; asked only for a new job. It
 * is told whether the job is free, because it makes again what was paid for under the same key
 * @throws DomainError rate_limited when the plan's jobs are all in use, invalid_request with reason
 * idempotency_mismatch, video_not_found, and what `check` throws
 */
export const makeAcceptJob =
  (deps: AcceptDeps) =>
  async (
    call: Call,
    check: (isFree: boolean) => Promise<Checked | Answering>,
  ): Promise<JobRecord> => {
    const { jobs, readyJobs, queue, webhookRefusal, digest, now, newId } = deps;
    const { principal, operation, request } = call;
    requireWebhook(request.webhook_url, webhookRefusal);
    const before = await earlierJob(deps, call);
    if (before?.job) return before.job;
    const { concurrency } = PLANS[principal.tier];
    const { idempotency_key: key } = request;
    const body = bodyOf(digest, request);
    const claim =
      key === undefined ? undefined : { operation, key, body, replaces: before?.replaces };
    const store = async () => {
      const redraws = before?.redraws;
      const checked = await check(redraws !== undefined);
      if ('answering' in checked) {
        const { answering: job } = checked;
        const outcome = await join(deps, job, { url: request.webhook_url, claim });
        // Asked again when that has ended since.
        return { job, isLong: false, outcome: outcome === 'ended' ? ('asked' as const) : outcome };
      }
      const { isLong } = checked;
      const names = { jobId: newId('job'), at: now(), queue: queue.name };
      const job = { ...newJob(call, checked, names), ...(redraws !== undefined && { redraws }) };
      const { ready, reserving } = checked;
      const outcome = ready
        ? await readyJobs.store(
            ended(job, ready.resultKey),
            chargedFor(job, ready, now()),
            claim,
            ready.isSent ? { concurrency } : undefined,
          )
        : await jobs.accept(job, {
            concurrency,
            idempotency: claim,
            reserving,
            question: checked.question,
          });
      return { job, isLong, outcome };
    };
    let { job, isLong, outcome } = await store();
    // The video came or went since it was looked for: it is looked for again.
    for (let left = MORE_LOOKS; left > 0 && isOvertaken(outcome); left -= 1) {
      ({ job, isLong, outcome } = await store());
    }
    if (typeof outcome !== 'string') return outcome;
    switch (outcome) {
      case 'accepted':
        // Stored before queued: the sweep sends a message that was lost, or could not be sent. A
        // call that were refused now would be sent again, and its job run, and be charged, twice.
        await queue.send({ orgId: job.org_id, jobId: job.job_id }, isLong).catch(() => undefined);
        return job;
      case 'repeated': {
        const winner = (await earlierJob(deps, call))?.job;
        if (winner) return winner;
        throw underWay();
      }
      case 'asked':
        throw underWay();
      case 'gone':
      case 'linked':
        throw notFound('video');
      case 'full': {
        // The list of jobs tells of those that cannot be read.
        const readable = { passOver: () => undefined };
        const latest = await jobs.list(principal.orgId, LATEST_JOBS, readable);
        throw slotsInUse(principal.tier, latest, now());
      }
    }
  };

/** Further calls that one job tells of its end, and whose keys lead to it. */
const MOST_TOLD = 20;
const MOST_KEYED = 100;

/**
 * Has the caller of a call told when the job of another one has ended, which answers it as well, and
 * its key lead to that job.
 * @throws DomainError rate_limited when as many are told, or lead there, as a job keeps
 */
async function join(
  { jobs, newId, now }: Pick<AcceptDeps, 'jobs' | 'newId' | 'now'>,
  job: JobRecord,
  { url, claim }: { readonly url: string | undefined; readonly claim: Joining['claim'] },
): Promise<JobRecord | 'ended' | 'repeated'> {
  const told = toldOf(job);
  const isTold = url === undefined || told.some((caller) => caller.url === url);
  if (isTold && !claim) return job;
  const isFull = claim && (job.also_keyed ?? []).length >= MOST_KEYED;
  if (isFull || (!isTold && told.length >= MOST_TOLD)) throw underWay();
  const receiver = isTold ? undefined : { id: deliveryIdOf(newId('job')), url };
  const outcome = await jobs.join(job, { at: now(), claim, ...(receiver && { receiver }) });
  return outcome === 'joined' ? job : outcome;
}

const underWay = () =>
  new DomainError('rate_limited', 'A repeat of this call is under way. Send it again.', {
    retryAfterSeconds: 1,
  });

const slotsInUse = (tier: Principal['tier'], latest: readonly JobRecord[], now: Date) =>
  new DomainError(
    'rate_limited',
    `The ${tier} plan runs ${PLANS[tier].concurrency} jobs at once, and as many are under way. Wait for one to end.`,
    { retryAfterSeconds: secondsToFreeSlot(latest, now) },
  );

const isOvertaken = (outcome: unknown): boolean =>
  outcome === 'gone' || outcome === 'linked' || outcome === 'asked';

const chargedFor =
  (
    { job_id: jobId, wallet }: JobRecord,
    ready: NonNullable<Checked['ready']>,
    at: Date,
  ): Parameters<ReadyJobs['store']>[1] =>
  (account) =>
    charge(account, { jobId, wallet, ...ready }, at);

/** A job of a window paid for that was answered as it came. */
const ended = (job: JobRecord, resultKey: string): JobRecord => ({
  ...job,
  status: 'succeeded',
  cache_hit: true,
  started_at: job.queued_at,
  finished_at: job.queued_at,
  result_key: resultKey,
});

const newJob = (
  { principal, operation, request }: Call,
  { video, detail }: Checked,
  { jobId, at, queue }: { jobId: string; at: Date; queue: string },
): JobRecord => ({
  job_id: jobId,
  org_id: principal.orgId,
  operation,
  status: 'queued',
  queue,
  request,
  ...deliveredBy(request),
  wallet: principal.wallet,
  video_id: video.video_id,
  video_version: video.version,
  detail,
  charges: null,
  credits_charged: null,
  cache_hit: false,
  queued_at: at.toISOString(),
  started_at: null,
  finished_at: null,
  error: null,
  result_key: null,
  attempts: 0,
  run: null,
  lease_until: null,
});
