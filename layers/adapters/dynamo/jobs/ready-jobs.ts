import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ReadyJobs } from '../../../app/ports/jobs/ready-jobs.ts';
import { totalOf } from '../../../domain/accounts/credits.ts';
import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import { makePost } from '../accounts/postings.ts';
import * as keys from '../keys.ts';
import { ConditionFailed, transact } from '../transact.ts';
import { toldOfJob } from '../webhooks/outbox.ts';
import { aboutVideo, claimKey, putEnded, putSent, refusalOf, takeSlot } from './intake-writes.ts';
import { freeSlot } from './job-rows.ts';

/**
 * Stores jobs that have ended as they are accepted, in one transaction with their charge: job in
 * the records, money in the ledger. What `decide` throws is passed on, and nothing is written
 * then.
 */
export function dynamoReadyJobs(
  db: DynamoDBDocumentClient,
  { records, ledger }: { records: string; ledger: string },
): ReadyJobs {
  const post = makePost(db, ledger);
  return {
    async store(job, decide, idempotency, limits) {
      let stored: JobRecord = job;
      try {
        await post(job.org_id, (account) => {
          const { posting, charges } = decide(account);
          const price = totalOf(charges);
          stored = { ...job, charges, credits_charged: price };
          const alongside = [
            ...(limits
              ? [putSent(records, stored), takeSlot(records, stored, limits.concurrency)]
              : [putEnded(records, stored)]),
            ...aboutVideo(records, stored),
            ...claimKey(records, stored, idempotency),
            ...toldOfJob(records, stored),
          ];
          return { posting, alongside };
        });
        return limits ? { ...stored, holds_slot: true } : stored;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const refusal = refusalOf(error);
        if (refusal !== 'repeated' && refusal !== 'gone' && refusal !== 'full') throw error;
        return refusal;
      }
    },
    async release({ org_id, job_id }) {
      const slot = freeSlot(records, org_id, job_id);
      const sent = {
        TableName: records,
        Key: keys.job(org_id, job_id),
        UpdateExpression: 'REMOVE due, due_at',
        ConditionExpression: 'attribute_exists(pk)',
      };
      try {
        await transact(db, [slot, { name: 'job', item: { Update: sent } }]);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        // The job was erased with its video.
        await transact(db, [slot]);
      }
    },
  };
}
