import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import { getRow } from './rows.ts';
import { ConditionFailed, transact, type Write } from './transact.ts';

/** Writes of which there may be a number. */
interface Bounded {
  /** Key of the row that says how often they were done. */
  readonly counter: Key;
  readonly hasRoom: () => Promise<boolean>;
  readonly writes: readonly Write[];
}

/**
 * Writes all or nothing, as long as there is room. A row says how often that was done: whoever
 * looked for room while another wrote looks again.
 * @returns false when there is no room
 * @throws ConditionFailed of one of `writes`
 */
export async function transactWhileRoom(
  db: DynamoDBDocumentClient,
  table: string,
  { counter, hasRoom, writes }: Bounded,
): Promise<boolean> {
  for (;;) {
    // Read before room is looked for: what was written in between is noticed by it.
    const made = Number((await getRow(db, table, counter))?.['made'] ?? 0);
    if (!(await hasRoom())) return false;
    try {
      await transact(db, [...writes, countMade(table, counter, made)]);
      return true;
    } catch (error) {
      // Each time only this fails another was written: it ends once there is no room.
      const others =
        error instanceof ConditionFailed && [...error.writes].some((is) => is !== MADE);
      if (!(error instanceof ConditionFailed) || others) throw error;
    }
  }
}

const MADE = 'made';

/** Counts one more that was made, if none was since so many were. */
const countMade = (table: string, counter: Key, before: number): Write => ({
  name: MADE,
  item: {
    Update: {
      TableName: table,
      Key: counter,
      UpdateExpression: 'SET made = :after',
      ConditionExpression: before === 0 ? 'attribute_not_exists(made)' : 'made = :before',
      ExpressionAttributeValues: {
        ':after': before + 1,
        ...(before === 0 ? {} : { ':before': before }),
      },
    },
  },
});
