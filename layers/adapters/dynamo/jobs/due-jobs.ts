import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DueJobs } from '../../../app/ports/jobs/due-jobs.ts';
import { JobRecord } from '../../../domain/jobs/job-record.ts';
import { rowsDueAfter } from '../due.ts';
import { dueRecords } from '../due-records.ts';
import * as keys from '../keys.ts';
import { ifHeld } from '../rows.ts';

/**
 * Jobs that have not ended and are due, the longest due first; one that has ended meanwhile is
 * not postponed.
 */
export const dynamoDueJobs = (db: DynamoDBDocumentClient, table: string): DueJobs => ({
  before(time, limit) {
    return dueRecords(db, table, { kind: 'job', time, limit }, (row) => JobRecord.parse(row));
  },
  async after(time, limit) {
    const rows = await rowsDueAfter(db, table, 'job', time, limit);
    return rows.flatMap((row) => JobRecord.safeParse(row).data ?? []);
  },
  async postpone(job, until) {
    await ifHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.job(job.org_id, job.job_id),
          UpdateExpression: 'SET due_at = :until',
          // Without it the job has ended.
          ConditionExpression: 'attribute_exists(due)',
          ExpressionAttributeValues: { ':until': until.toISOString() },
        }),
      ),
    );
  },
});
