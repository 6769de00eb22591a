import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type JobRuns, LeaseLost, type Run } from '../../../app/ports/jobs/jobs.ts';
import { totalOf } from '../../../domain/accounts/credits.ts';
import type { Charge } from '../../../domain/accounts/movements.ts';
import { isTerminal } from '../../../domain/jobs/job.ts';
import { JobRecord } from '../../../domain/jobs/job-record.ts';
import { makePost } from '../accounts/postings.ts';
import * as keys from '../keys.ts';
import { ifHeld } from '../rows.ts';
import { ConditionFailed, type Write } from '../transact.ts';
import { endJob } from './end-job.ts';
import { dynamoHolds, HELD, held, STATUS } from './held-run.ts';
import { findJob } from './job-rows.ts';
import { succeedJob } from './succeed-job.ts';

/** Runs of jobs: rows in the records table, money in the ledger table. */
export function dynamoJobRuns(
  db: DynamoDBDocumentClient,
  tables: { records: string; ledger: string },
): JobRuns {
  const post = makePost(db, tables.ledger);
  return {
    async start(run, now, leaseUntil) {
      const started = await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: tables.records,
            Key: keys.job(run.orgId, run.jobId),
            UpdateExpression:
              'SET #status = :running, run = :run, lease_until = :until, due_at = :until, started_at = :now ADD attempts :one',
            ConditionExpression:
              '#status = :queued OR (#status = :running AND lease_until <= :now)',
            ExpressionAttributeNames: STATUS,
            ExpressionAttributeValues: {
              ...held(run),
              ':queued': 'queued',
              ':one': 1,
              ':now': now.toISOString(),
              ':until': leaseUntil.toISOString(),
            },
            ReturnValues: 'ALL_NEW',
          }),
        ),
      );
      if (started) return JobRecord.parse(started.Attributes);
      const job = await findJob(db, tables.records, run.orgId, run.jobId);
      if (!job || isTerminal(job.status)) return 'ended';
      // The write was done, and its answer lost: the client sent it once more.
      if (job.status === 'running' && job.run === run.run) return job;
      return { leasedUntil: job.lease_until ?? now.toISOString() };
    },

    ...dynamoHolds(db, tables.records),

    async addTokens(run, { calls, input, output }) {
      // A job that was erased meanwhile is not brought back.
      await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: tables.records,
            Key: keys.job(run.orgId, run.jobId),
            UpdateExpression: 'ADD model_calls :calls, input_tokens :input, output_tokens :output',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':calls': calls, ':input': input, ':output': output },
          }),
        ),
      );
    },

    async charge(run, decide, change) {
      try {
        await post(run.orgId, (account) => {
          const { posting, charges } = decide(account);
          const write = setCharges(tables.records, run, charges, change);
          return { posting, alongside: [write] };
        });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        // Either an earlier run of this job has paid already, or this run is no longer the one.
      }
      const job = await findJob(db, tables.records, run.orgId, run.jobId);
      if (job?.status !== 'running' || job.run !== run.run || job.charges === null) {
        throw new LeaseLost(run);
      }
      return job;
    },

    succeed: succeedJob(db, tables.records, post),
    fail: endJob(db, tables.records, post),
  };
}

const setCharges = (
  table: string,
  run: Run,
  charges: Charge[],
  { detail, cacheHit }: Parameters<JobRuns['charge']>[2],
): Write => ({
  name: 'job',
  item: {
    Update: {
      TableName: table,
      Key: keys.job(run.orgId, run.jobId),
      UpdateExpression:
        'SET charges = :charges, credits_charged = :price, detail = :detail, cache_hit = :hit',
      ConditionExpression: `${HELD} AND attribute_type(charges, :unset)`,
      ExpressionAttributeNames: STATUS,
      ExpressionAttributeValues: {
        ...held(run),
        ':charges': charges,
        ':price': totalOf(charges),
        ':detail': detail,
        ':hit': cacheHit,
        ':unset': 'NULL',
      },
    },
  },
});
