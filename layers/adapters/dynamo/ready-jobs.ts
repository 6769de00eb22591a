import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ReadyJobs } from '../../app/ports/ready-jobs.ts';
import type { Hundredths } from '../../domain/credits.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import { aboutVideo, claimKey, putEnded, refusalOf } from './intake-writes.ts';
import { deliveryOf } from './outbox.ts';
import { makePost } from './postings.ts';
import { ConditionFailed } from './transact.ts';

export function dynamoReadyJobs(
  db: DynamoDBDocumentClient,
  tables: { records: string; ledger: string },
): ReadyJobs {
  const post = makePost(db, tables.ledger);
  return {
    async store(job, decide, idempotency) {
      let stored: JobRecord = job;
      try {
        await post(job.org_id, (account) => {
          const { posting, charges } = decide(account);
          const price = charges.reduce((sum, { amount }) => sum + amount, 0) as Hundredths;
          stored = { ...job, charges, credits_charged: price };
          const alongside = [
            putEnded(tables.records, stored),
            ...aboutVideo(tables.records, stored),
            ...claimKey(tables.records, stored, idempotency),
            ...deliveryOf(tables.records, stored),
          ];
          return { posting, alongside };
        });
        return stored;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const refusal = refusalOf(error);
        if (refusal !== 'repeated' && refusal !== 'gone') throw error;
        return refusal;
      }
    },
  };
}
