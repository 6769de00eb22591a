import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { JobRuns } from '../../../app/ports/jobs/jobs.ts';
import * as keys from '../keys.ts';
import { ifHeld } from '../rows.ts';
import { HELD, held, STATUS } from './held-run.ts';

/** Extends the lease of a run, for whoever needs no more of jobs than that. */
export const dynamoRunExtension =
  (db: DynamoDBDocumentClient, table: string): JobRuns['extend'] =>
  async (run, leaseUntil, progress) => {
    const extended = await ifHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.job(run.orgId, run.jobId),
          UpdateExpression: `SET lease_until = :until, due_at = :until${progress ? ', progress = :progress' : ''}`,
          ConditionExpression: HELD,
          ExpressionAttributeNames: STATUS,
          ExpressionAttributeValues: {
            ...held(run),
            ':until': leaseUntil.toISOString(),
            ...(progress ? { ':progress': progress } : {}),
          },
        }),
      ),
    );
    return extended !== undefined;
  };
