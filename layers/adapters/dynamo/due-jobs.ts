import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DueJobs } from '../../app/ports/due-jobs.ts';
import { JobRecord } from '../../domain/job-record.ts';
import { DUE_JOBS } from './job-rows.ts';
import * as keys from './keys.ts';

export const dynamoDueJobs = (db: DynamoDBDocumentClient, table: string): DueJobs => ({
  async before(time, limit) {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'due',
        KeyConditionExpression: 'due = :jobs AND due_at < :time',
        ExpressionAttributeValues: { ':jobs': DUE_JOBS, ':time': time.toISOString() },
        Limit: limit,
      }),
    );
    return Items.map((item) => JobRecord.parse(item));
  },
  async postpone(job, until) {
    try {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.job(job.org_id, job.job_id),
          UpdateExpression: 'SET due_at = :until',
          ConditionExpression: 'attribute_exists(due)',
          ExpressionAttributeValues: { ':until': until.toISOString() },
        }),
      );
    } catch (error) {
      // The index runs a moment behind the table: the job has ended.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  },
});
