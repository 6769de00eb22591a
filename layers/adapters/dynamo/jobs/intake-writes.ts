import type { IdempotencyClaim, Joining, QuestionClaim } from '../../../app/ports/jobs/jobs.ts';
import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import type { Reservation } from '../../../domain/videos/pending-video.ts';
import { dueFrom } from '../due.ts';
import * as keys from '../keys.ts';
import { reserve } from '../links/link-rows.ts';
import { sha256Hex } from '../sha256-hex.ts';
import type { ConditionFailed, Write } from '../transact.ts';
import { STATUS } from './held-run.ts';
import { checkVideo } from './job-rows.ts';

const IDEMPOTENCY_SECONDS = 7 * 24 * 3600;
/** A message that was not taken up by then is looked for. */
const UNSEEN_AFTER_MS = 2 * 60_000;

/** @param afterMs when it is looked for, after it was accepted */
const dueAfter = (job: JobRecord, afterMs: number) =>
  dueFrom('job', keys.job(job.org_id, job.job_id), new Date(Date.parse(job.queued_at) + afterMs));

/**
 * A caller's schema is kept as text: it may hold numbers, names and depths that no row takes. A
 * schema is never text itself.
 */
const storedRequest = ({ schema, ...request }: JobRecord['request']): JobRecord['request'] =>
  schema === undefined ? request : { ...request, schema: JSON.stringify(schema) };

const put = (table: string, job: JobRecord, more: keys.Row): Write => ({
  name: 'job',
  item: {
    Put: {
      TableName: table,
      Item: {
        ...keys.job(job.org_id, job.job_id),
        ...job,
        request: storedRequest(job.request),
        ...more,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
});

/** A job that has to be worked on, and is looked for when nothing is heard of it. */
export const putQueued = (table: string, job: JobRecord): Write =>
  put(table, job, dueAfter(job, UNSEEN_AFTER_MS));

/** A job that has ended already. */
export const putEnded = (table: string, job: JobRecord): Write => put(table, job, {});

/** No answer is sent for longer. */
const LONGEST_ANSWER_MS = 16 * 60_000;

/**
 * One whose result is being sent: when it is still due then, who sent it has died with its slot.
 */
export const putSent = (table: string, job: JobRecord): Write =>
  put(table, job, dueAfter(job, LONGEST_ANSWER_MS));

export const takeSlot = (table: string, job: JobRecord, concurrency: number): Write => ({
  name: 'slot',
  item: {
    Update: {
      TableName: table,
      Key: keys.slots(job.org_id),
      UpdateExpression: 'ADD slots :job',
      ConditionExpression: 'attribute_not_exists(slots) OR size(slots) < :concurrency',
      ExpressionAttributeValues: { ':job': new Set([job.job_id]), ':concurrency': concurrency },
    },
  },
});

/**
 * Makes sure that the video is still there, or puts it there, and lets its erasure find the job.
 */
export const aboutVideo = (table: string, job: JobRecord, reserving?: Reservation): Write[] => [
  ...(reserving ? reserve(table, reserving) : [checkVideo(table, job)]),
  {
    name: 'pointer',
    item: {
      Put: {
        TableName: table,
        Item: { ...keys.videoJob(job.org_id, job.video_id, job.job_id), job_id: job.job_id },
      },
    },
  },
];

/** Takes a caller's key for a batch, unless another holds it. */
export const batchKeyWrite = (
  table: string,
  { org_id, batch_id, created_at }: { org_id: string; batch_id: string; created_at: string },
  claim: IdempotencyClaim | undefined,
): Write[] => claimKey(table, { org_id, job_id: batch_id, queued_at: created_at }, claim);

/** Adds to a job that has not ended what a further call leaves there. */
export function addTo(
  table: string,
  { org_id, job_id }: Pick<JobRecord, 'org_id' | 'job_id'>,
  { receiver, claim }: Joining,
): Write {
  const lists = {
    ...(receiver && { also_told: [receiver] }),
    ...(claim && { also_keyed: [sha256Hex(claim.key)] }),
  };
  const added = Object.keys(lists).map(
    (list) => `${list} = list_append(if_not_exists(${list}, :none), :${list})`,
  );
  return {
    name: 'job',
    item: {
      Update: {
        TableName: table,
        Key: keys.job(org_id, job_id),
        UpdateExpression: `SET ${added.join(', ')}`,
        ConditionExpression: '#status IN (:queued, :running)',
        ExpressionAttributeNames: STATUS,
        ExpressionAttributeValues: {
          ':none': [],
          ':queued': 'queued',
          ':running': 'running',
          ...Object.fromEntries(Object.entries(lists).map(([list, one]) => [`:${list}`, one])),
        },
      },
    },
  };
}

/** Takes a caller's key, unless another job holds it. */
export function claimKey(
  table: string,
  job: Pick<JobRecord, 'org_id' | 'job_id' | 'queued_at'> & { readonly joined?: true },
  claim: IdempotencyClaim | undefined,
): Write[] {
  if (!claim) return [];
  const now = Math.floor(Date.parse(job.queued_at) / 1000);
  return [
    {
      name: 'key',
      item: {
        Put: {
          TableName: table,
          Item: {
            ...keys.idempotency(job.org_id, claim.operation, sha256Hex(claim.key)),
            job_id: job.job_id,
            body: claim.body,
            ...(job.joined && { joined: true }),
            expires_at: now + IDEMPOTENCY_SECONDS,
          },
          ConditionExpression:
            'attribute_not_exists(pk) OR expires_at <= :now OR job_id = :replaces',
          ExpressionAttributeValues: { ':now': now, ':replaces': claim.replaces ?? '' },
        },
      },
    },
  ];
}

/** Takes a question about a video, unless another job answers it. */
export function claimQuestion(
  table: string,
  { org_id, video_id, job_id }: JobRecord,
  claim: QuestionClaim | undefined,
): Write[] {
  if (!claim) return [];
  return [
    {
      name: 'question',
      item: {
        Put: {
          TableName: table,
          Item: { ...keys.videoQuestion(org_id, video_id, claim.digest), answered_by: job_id },
          ...(!claim.isAnew && {
            ConditionExpression: 'attribute_not_exists(pk) OR answered_by = :replaces',
            ExpressionAttributeValues: { ':replaces': claim.replaces ?? '' },
          }),
        },
      },
    },
  ];
}

/** Why a job could not be stored, as the ports say it. */
export function refusalOf(
  error: ConditionFailed,
): 'repeated' | 'asked' | 'gone' | 'linked' | 'full' {
  if (error.writes.has('key')) return 'repeated';
  if (error.writes.has('question')) return 'asked';
  if (error.writes.has('video')) return 'gone';
  if (error.writes.has('link')) return 'linked';
  if (error.writes.has('slot')) return 'full';
  throw error;
}
