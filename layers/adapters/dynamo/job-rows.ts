import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { JobRecord } from '../../domain/job-record.ts';
import * as keys from './keys.ts';
import type { Write } from './transact.ts';

/** Partition of the `due` index that holds the jobs not yet ended. */
export const DUE_JOBS = 'job';

export async function findJob(
  db: DynamoDBDocumentClient,
  table: string,
  orgId: string,
  jobId: string,
): Promise<JobRecord | undefined> {
  const { Item } = await db.send(
    new GetCommand({ TableName: table, Key: keys.job(orgId, jobId), ConsistentRead: true }),
  );
  return Item && JobRecord.parse(Item);
}

/** Frees the slot of a job that ends. */
export const freeSlot = (table: string, orgId: string, jobId: string): Write => ({
  name: 'slot',
  item: {
    Update: {
      TableName: table,
      Key: keys.slots(orgId),
      UpdateExpression: 'DELETE slots :job',
      ExpressionAttributeValues: { ':job': new Set([jobId]) },
    },
  },
});
