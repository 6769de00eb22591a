import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { BatchRecord } from '../../../domain/batches/batch-record.ts';
import { isTerminal } from '../../../domain/jobs/job.ts';
import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import * as keys from '../keys.ts';
import { ifHeld, rowsUnder } from '../rows.ts';
import type { Write } from '../transact.ts';

const KEPT_SECONDS = 90 * 24 * 3600;

/** A batch goes with all that is kept of it. */
export const expiresWith = ({ created_at }: Pick<BatchRecord, 'created_at'>) => ({
  expires_at: Math.floor(Date.parse(created_at) / 1000) + KEPT_SECONDS,
});

/** Leads from a job to an item of a batch that it answers. */
export const putItemOfJob = (
  table: string,
  { org_id, batch_id, created_at }: Pick<BatchRecord, 'org_id' | 'batch_id' | 'created_at'>,
  index: number,
  jobId: string,
): Write => ({
  name: 'pointer',
  item: {
    Put: {
      TableName: table,
      Item: {
        ...keys.itemOfJob(org_id, jobId, batch_id, index),
        batch_id,
        index,
        ...expiresWith({ created_at }),
      },
    },
  },
});

/**
 * Writes on the items of batches that a job answered how it ended, before its row goes.
 * @returns the rows that led to them
 */
export async function keepEnds(
  db: DynamoDBDocumentClient,
  table: string,
  job: Pick<JobRecord, 'org_id' | 'job_id' | 'status' | 'credits_charged'>,
): Promise<keys.Key[]> {
  const { org_id: orgId, job_id: jobId, status, credits_charged } = job;
  const rows = await rowsUnder(db, table, keys.itemsOfJob(orgId, jobId));
  for (const { batch_id, index } of rows) {
    await ifHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.batchItem(orgId, String(batch_id), Number(index)),
          UpdateExpression: 'SET ended = :ended',
          ConditionExpression: 'job_id = :job',
          ExpressionAttributeValues: {
            ':ended': {
              status: isTerminal(status) ? status : 'cancelled',
              credits_charged: credits_charged ?? 0,
            },
            ':job': jobId,
          },
        }),
      ),
    );
  }
  return rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}
