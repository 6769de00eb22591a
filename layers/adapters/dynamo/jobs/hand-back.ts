import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { JobRuns } from '../../../app/ports/jobs/jobs.ts';
import * as keys from '../keys.ts';
import { ifHeld } from '../rows.ts';
import { HELD, held, STATUS } from './held-run.ts';

/** Lets go of a job on purpose: the run counts as the first of those that follow. */
export const dynamoHandBack =
  (db: DynamoDBDocumentClient, table: string): JobRuns['handBack'] =>
  async (run, now, dueAt) => {
    const done = await ifHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.job(run.orgId, run.jobId),
          UpdateExpression: 'SET lease_until = :now, due_at = :due, attempts = :one',
          ConditionExpression: HELD,
          ExpressionAttributeNames: STATUS,
          ExpressionAttributeValues: {
            ...held(run),
            ':now': now.toISOString(),
            ':due': dueAt.toISOString(),
            ':one': 1,
          },
        }),
      ),
    );
    return done !== undefined;
  };
