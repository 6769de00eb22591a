import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type JobRuns, LeaseLost, type Run } from '../../../app/ports/jobs/jobs.ts';
import { type Hundredths, totalOf } from '../../../domain/accounts/credits.ts';
import { giveBack } from '../../../domain/accounts/movements.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import { putPaid } from '../accounts/paid-row.ts';
import type { Post } from '../accounts/postings.ts';
import * as keys from '../keys.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { toldOfJob } from '../webhooks/outbox.ts';
import { HELD, held, STATUS } from './held-run.ts';
import { checkVideo, findJob, freeSlot, putThumbnail, sameTold } from './job-rows.ts';

const MAX_ATTEMPTS = 5;

/**
 * Ends a job with its result. What the result leaves out goes back in the same transaction.
 * @throws DomainError video_not_found
 * @throws LeaseLost
 */
export function succeedJob(
  db: DynamoDBDocumentClient,
  table: string,
  post: Post,
): JobRuns['succeed'] {
  return async (run, job, { at, resultKey, cacheHit, refunds, paid, thumbnail }) => {
    const charges = job.charges ?? [];
    const back = totalOf(refunds);
    for (let attempt = 1; ; attempt += 1) {
      const ended: JobRecord = {
        ...(await withCallers(db, table, job)),
        status: 'succeeded',
        finished_at: at.toISOString(),
        result_key: resultKey,
        cache_hit: cacheHit,
        credits_charged: ((job.credits_charged ?? 0) - back) as Hundredths,
      };
      const alongside = [
        moveToSucceeded(table, run, ended),
        thumbnail ? putThumbnail(table, job, thumbnail) : checkVideo(table, job),
        freeSlot(table, run.orgId, run.jobId),
        ...toldOfJob(table, ended),
        ...(paid ? [putPaid(table, job, paid)] : []),
      ];
      try {
        if (back === 0) await transact(db, alongside);
        else {
          const posting = giveBack(run.jobId, charges, refunds, at);
          await post(run.orgId, () => ({ posting, alongside }));
        }
        return ended;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (!error.writes.has('job')) {
          const message = 'The video was erased while it was read.';
          throw new DomainError('video_not_found', message, {}, { cause: error });
        }
        // Held still, it has one more caller by now.
        const now = await findJob(db, table, run.orgId, run.jobId);
        const isHeld = now?.status === 'running' && now.run === run.run;
        if (!isHeld || !isJoined(job) || attempt === MAX_ATTEMPTS) {
          throw new LeaseLost(run, { cause: error });
        }
      }
    }
  };
}

/** Whether a job may answer further calls: only questions do. */
const isJoined = ({ operation }: JobRecord): boolean => operation === 'watch_video';

/** The job with those who ask by now to be told of its end. */
async function withCallers(
  db: DynamoDBDocumentClient,
  table: string,
  job: JobRecord,
): Promise<JobRecord> {
  if (!isJoined(job)) return job;
  const now = await findJob(db, table, job.org_id, job.job_id);
  return { ...job, also_told: now?.also_told };
}

const moveToSucceeded = (table: string, run: Run, ended: JobRecord): Write => ({
  name: 'job',
  item: {
    Update: {
      TableName: table,
      Key: keys.job(run.orgId, run.jobId),
      UpdateExpression:
        'SET #status = :succeeded, finished_at = :at, result_key = :result, credits_charged = :paid, cache_hit = :hit REMOVE due, due_at',
      ConditionExpression: `${HELD} AND ${sameTold(ended).condition}`,
      ExpressionAttributeNames: STATUS,
      ExpressionAttributeValues: {
        ...held(run),
        ...sameTold(ended).values,
        ':succeeded': ended.status,
        ':at': ended.finished_at,
        ':result': ended.result_key,
        ':paid': ended.credits_charged,
        ':hit': ended.cache_hit,
      },
    },
  },
});
