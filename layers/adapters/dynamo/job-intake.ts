import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { IdempotencyKey, JobIntake } from '../../app/ports/jobs.ts';
import { JobRecord } from '../../domain/job-record.ts';
import { DUE_JOBS, findJob } from './job-rows.ts';
import * as keys from './keys.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { sha256Hex } from './sha256-hex.ts';
import { ConditionFailed, transact, type Write } from './transact.ts';

const IDEMPOTENCY_SECONDS = 7 * 24 * 3600;
/** A message that was not taken up by then is looked for. */
const UNSEEN_AFTER_MS = 5 * 60_000;

export function dynamoJobIntake(db: DynamoDBDocumentClient, table: string): JobIntake {
  // All jobs of an organization take their slot in one row: taking turns is cheaper than colliding.
  const inTurn = oneAtATime();
  return {
    accept: (job, { concurrency }, idempotency) =>
      inTurn(job.org_id, async () => {
        const writes = [
          putJob(table, job),
          takeSlot(table, job, concurrency),
          ...aboutVideo(table, job),
          ...(idempotency ? [claimKey(table, job, idempotency)] : []),
        ];
        try {
          await transact(db, writes);
          return 'accepted';
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
          if (error.writes.has('key')) return 'repeated';
          if (error.writes.has('video')) return 'gone';
          if (error.writes.has('slot')) return 'full';
          throw error;
        }
      }),
    find: (orgId, jobId) => findJob(db, table, orgId, jobId),
    async list(orgId, limit) {
      const { pk, sk } = keys.job(orgId, '');
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
          // Ids sort by the time they were made.
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit,
        }),
      );
      return Items.map((item) => JobRecord.parse(item));
    },
    async findEarlierUse(orgId, operation, key, now) {
      const { Item } = await db.send(
        new GetCommand({
          TableName: table,
          Key: keys.idempotency(orgId, operation, sha256Hex(key)),
          ConsistentRead: true,
        }),
      );
      // Rows outlive their time by hours before they are swept.
      if (!Item || Number(Item['expires_at']) * 1000 <= now.getTime()) return undefined;
      return { jobId: String(Item['job_id']), body: String(Item['body']) };
    },
  };
}

const putJob = (table: string, job: JobRecord): Write => ({
  name: 'job',
  item: {
    Put: {
      TableName: table,
      Item: {
        ...keys.job(job.org_id, job.job_id),
        ...job,
        due: DUE_JOBS,
        due_at: new Date(Date.parse(job.queued_at) + UNSEEN_AFTER_MS).toISOString(),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
});

const takeSlot = (table: string, job: JobRecord, concurrency: number): Write => ({
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

const aboutVideo = (table: string, job: JobRecord): Write[] => [
  {
    name: 'video',
    item: {
      ConditionCheck: {
        TableName: table,
        Key: keys.video(job.org_id, job.video_id),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': job.video_version },
      },
    },
  },
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

const claimKey = (
  table: string,
  job: JobRecord,
  { operation, key, body, replaces }: IdempotencyKey & { replaces?: string | undefined },
): Write => {
  const now = Math.floor(Date.parse(job.queued_at) / 1000);
  return {
    name: 'key',
    item: {
      Put: {
        TableName: table,
        Item: {
          ...keys.idempotency(job.org_id, operation, sha256Hex(key)),
          job_id: job.job_id,
          body,
          expires_at: now + IDEMPOTENCY_SECONDS,
        },
        ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now OR job_id = :replaces',
        ExpressionAttributeValues: { ':now': now, ':replaces': replaces ?? '' },
      },
    },
  };
};
