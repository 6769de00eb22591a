import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { JobRuns } from '../../../app/ports/jobs/jobs.ts';
import { NOTHING } from '../../../domain/accounts/credits.ts';
import { refund } from '../../../domain/accounts/movements.ts';
import { isTerminal } from '../../../domain/jobs/job.ts';
import { EndingJob, type JobRecord } from '../../../domain/jobs/job-record.ts';
import type { Post } from '../accounts/postings.ts';
import * as keys from '../keys.ts';
import { getRow } from '../rows.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { toldOfJob } from '../webhooks/outbox.ts';
import { freeSlot, sameTold, wholeJob } from './job-rows.ts';

type End = Parameters<JobRuns['fail']>[1];

const MAX_ATTEMPTS = 5;

/** Ends a job without a result. What it was charged goes back in the same transaction. */
export function endJob(db: DynamoDBDocumentClient, table: string, post: Post): JobRuns['fail'] {
  return async ({ orgId, jobId, run }, end) => {
    for (let attempt = 1; ; attempt += 1) {
      const row = await getRow(db, table, keys.job(orgId, jobId));
      const whole = row && wholeJob(row);
      const job = whole ?? (row && EndingJob.parse(row));
      if (!job || (run !== undefined && job.run !== run)) return undefined;
      if (isTerminal(job.status)) {
        // Its result may have been on its way when the sender died: nobody else would free the slot
        // of a job that is about to be erased.
        await transact(db, [freeSlot(table, orgId, jobId)]);
        return undefined;
      }
      const ended = whole && endedBy(whole, end);
      const alongside = [
        moveJob(table, job, end),
        freeSlot(table, orgId, jobId),
        ...(ended ? toldOfJob(table, ended) : []),
      ];
      const { charges } = job;
      try {
        if (!charges || charges.length === 0) await transact(db, alongside);
        else await post(orgId, () => ({ posting: refund(jobId, charges, end.at), alongside }));
        return ended;
      } catch (error) {
        // The job moved between the read and the write; look again.
        if (!(error instanceof ConditionFailed) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
}

const endedBy = (job: JobRecord, { at, error, status = 'failed', retryAt }: End): JobRecord => ({
  ...job,
  ...(retryAt && { retry_at: retryAt.toISOString() }),
  status,
  finished_at: at.toISOString(),
  error,
  credits_charged: NOTHING,
});

function moveJob(
  table: string,
  job: EndingJob,
  { at, error, status = 'failed', retryAt }: End,
): Write {
  const told = sameTold(job);
  return {
    name: 'job',
    item: {
      Update: {
        TableName: table,
        Key: keys.job(job.org_id, job.job_id),
        UpdateExpression: `SET #status = :status, finished_at = :at, #error = :error, credits_charged = :nothing${retryAt ? ', retry_at = :retry' : ''} REMOVE due, due_at`,
        ConditionExpression: `#status = :seen AND run = :run AND attribute_type(charges, :charged) AND ${told.condition}`,
        ExpressionAttributeNames: { '#status': 'status', '#error': 'error' },
        ExpressionAttributeValues: {
          ':status': status,
          ':at': at.toISOString(),
          ':error': error,
          ':nothing': 0,
          ...(retryAt && { ':retry': retryAt.toISOString() }),
          ':seen': job.status,
          ':run': job.run,
          ':charged': job.charges ? 'L' : 'NULL',
          ...told.values,
        },
      },
    },
  };
}
