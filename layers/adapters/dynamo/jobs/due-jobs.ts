import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DueJobs } from '../../../app/ports/jobs/due-jobs.ts';
import { JobRecord } from '../../../domain/jobs/job-record.ts';
import * as keys from '../keys.ts';
import { dueRows, ifHeld } from '../rows.ts';
import { DUE_JOBS } from './job-rows.ts';

export const dynamoDueJobs = (db: DynamoDBDocumentClient, table: string): DueJobs => ({
  async before(time, limit) {
    const rows = await dueRows(db, table, DUE_JOBS, time, limit);
    return rows.map((row) => JobRecord.parse(row));
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
