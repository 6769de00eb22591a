import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type JobRuns, LeaseLost, type Run } from '../../../app/ports/jobs/jobs.ts';
import type { Hundredths } from '../../../domain/accounts/credits.ts';
import { giveBack } from '../../../domain/accounts/movements.ts';
import { DomainError } from '../../../domain/errors.ts';
import { isTerminal } from '../../../domain/jobs/job.ts';
import { JobRecord } from '../../../domain/jobs/job-record.ts';
import { putPaid } from '../accounts/paid-row.ts';
import { makePost } from '../accounts/postings.ts';
import * as keys from '../keys.ts';
import { ifHeld } from '../rows.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { toldOfJob } from '../webhooks/outbox.ts';
import { endJob } from './end-job.ts';
import { dynamoHolds, HELD, held, STATUS } from './held-run.ts';
import { checkVideo, findJob, freeSlot, putThumbnail, sameTold } from './job-rows.ts';

/** Runs of jobs: rows in the records table, money in the ledger table. */
export function dynamoJobRuns(
  db: DynamoDBDocumentClient,
  tables: { records: string; ledger: string },
): JobRuns {
  const post = makePost(db, tables.ledger);
  const end = endJob(db, tables.records, post);
  /** The job with those who ask by now to be told of its end. */
  const withCallers = async (job: JobRecord): Promise<JobRecord> => {
    if (!isJoined(job)) return job;
    const now = await findJob(db, tables.records, job.org_id, job.job_id);
    return { ...job, also_told: now?.also_told };
  };
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

    async charge(run, decide, { detail, cacheHit }) {
      try {
        await post(run.orgId, (account) => {
          const { posting, charges } = decide(account);
          const price = charges.reduce((sum, { amount }) => sum + amount, 0);
          return {
            posting,
            alongside: [
              {
                name: 'job',
                item: {
                  Update: {
                    TableName: tables.records,
                    Key: keys.job(run.orgId, run.jobId),
                    UpdateExpression:
                      'SET charges = :charges, credits_charged = :price, detail = :detail, cache_hit = :hit',
                    ConditionExpression: `${HELD} AND attribute_type(charges, :unset)`,
                    ExpressionAttributeNames: STATUS,
                    ExpressionAttributeValues: {
                      ...held(run),
                      ':charges': charges,
                      ':price': price,
                      ':detail': detail,
                      ':hit': cacheHit,
                      ':unset': 'NULL',
                    },
                  },
                },
              },
            ],
          };
        });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        // Either an earlier run of this job has paid already, or this run is no longer the one.
      }
      const job = await findJob(db, tables.records, run.orgId, run.jobId);
      if (job?.status !== 'running' || job.run !== run.run || job.charges === null) {
        throw new LeaseLost(`run ${run.run} no longer holds ${run.jobId}`);
      }
      return job;
    },

    async succeed(run, job, { at, resultKey, cacheHit, refunds, paid, thumbnail }) {
      const { records } = tables;
      const charges = job.charges ?? [];
      const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
      for (let attempt = 1; ; attempt += 1) {
        const ended: JobRecord = {
          ...(await withCallers(job)),
          status: 'succeeded',
          finished_at: at.toISOString(),
          result_key: resultKey,
          cache_hit: cacheHit,
          credits_charged: ((job.credits_charged ?? 0) - back) as Hundredths,
        };
        const alongside = [
          moveToSucceeded(records, run, ended),
          thumbnail ? putThumbnail(records, job, thumbnail) : checkVideo(records, job),
          freeSlot(records, run.orgId, run.jobId),
          ...toldOfJob(records, ended),
          ...(paid ? [putPaid(records, job, paid)] : []),
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
          const now = await findJob(db, records, run.orgId, run.jobId);
          const isHeld = now?.status === 'running' && now.run === run.run;
          if (!isHeld || !isJoined(job) || attempt === MAX_ATTEMPTS) {
            throw new LeaseLost(`run ${run.run} no longer holds ${run.jobId}`, { cause: error });
          }
        }
      }
    },

    fail: end,
  };
}

const MAX_ATTEMPTS = 5;

/** Whether a job may answer further calls: only questions do. */
const isJoined = ({ operation }: JobRecord): boolean => operation === 'watch_video';

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
