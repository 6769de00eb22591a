import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { backOff } from './backoff.ts';
import type { Key } from './keys.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { getRow } from './rows.ts';
import { ConditionFailed, transact, type Write } from './transact.ts';

/** Writes of which there may be a number. */
interface Bounded {
  /** Key of the row that says how often they were done. */
  readonly counter: Key;
  readonly hasRoom: () => Promise<boolean>;
  readonly writes: readonly Write[];
}

/** Of each process, as far as it has a client of its own. */
const turns = new WeakMap<DynamoDBDocumentClient, ReturnType<typeof oneAtATime>>();

function turnsOf(db: DynamoDBDocumentClient): ReturnType<typeof oneAtATime> {
  const inTurn = turns.get(db) ?? oneAtATime();
  turns.set(db, inTurn);
  return inTurn;
}

/**
 * Writes all or nothing, as long as there is room. A row says how often that was done: whoever
 * looked for room while another wrote looks again. Writers of one process take turns: of a hundred
 * that collide each would look a hundred times.
 * @returns false when there is no room
 * @throws ConditionFailed of one of `writes`
 */
export const transactWhileRoom = (
  db: DynamoDBDocumentClient,
  table: string,
  bounded: Bounded,
): Promise<boolean> => {
  const { pk, sk } = bounded.counter;
  return turnsOf(db)(`${table} ${pk} ${sk}`, () => tryUntilFull(db, table, bounded));
};

async function tryUntilFull(
  db: DynamoDBDocumentClient,
  table: string,
  { counter, hasRoom, writes }: Bounded,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
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
      await backOff(Math.min(attempt, MOST_WAITING));
    }
  }
}

/** Other processes write in between for as long as a burst lasts: waits stay under 320 ms. */
const MOST_WAITING = 5;
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
