import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { JobRuns, Run } from '../../../app/ports/jobs/jobs.ts';
import * as keys from '../keys.ts';
import { ifHeld } from '../rows.ts';

/** The condition under which a run changes its job, with its names and values. */
export const HELD = '#status = :running AND run = :run';
export const STATUS = { '#status': 'status' };
export const held = (run: Run) => ({ ':running': 'running', ':run': run.run });

/** How runs keep hold of their jobs, for whoever needs no more of jobs than that. */
export function dynamoHolds(
  db: DynamoDBDocumentClient,
  table: string,
): Pick<JobRuns, 'extend' | 'handBack'> {
  /** Sets attributes of a run's job; false when the run no longer holds it. */
  const set = async (run: Run, changes: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const entries = Object.entries(changes);
    const done = await ifHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.job(run.orgId, run.jobId),
          UpdateExpression: `SET ${entries.map(([name]) => `${name} = :${name}`).join(', ')}`,
          ConditionExpression: HELD,
          ExpressionAttributeNames: STATUS,
          ExpressionAttributeValues: {
            ...held(run),
            ...Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
          },
        }),
      ),
    );
    return done !== undefined;
  };
  return {
    extend(run, leaseUntil, progress) {
      const until = leaseUntil.toISOString();
      return set(run, { lease_until: until, due_at: until, ...(progress && { progress }) });
    },
    // On purpose: the run counts as the first of those that follow.
    handBack: (run, now, dueAt) =>
      set(run, { lease_until: now.toISOString(), due_at: dueAt.toISOString(), attempts: 1 }),
  };
}
