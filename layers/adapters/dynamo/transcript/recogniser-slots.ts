import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { RecogniserSlots } from '../../../app/ports/transcript/window-recogniser.ts';
import {
  askForSlot,
  MOST_TURN_SECONDS,
  type SlotUse,
  UNUSED,
  withoutSlot,
} from '../../../domain/transcript/fair-slots.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld } from '../rows.ts';

/** Slots that an organization has. */
const SLOTS = 8;
/** Whoever holds a slot asks again within four minutes. */
const HELD_MS = 6 * 60_000;
const WAITS_MS = (MOST_TURN_SECONDS + 15) * 1000;
const KEPT_SECONDS = 24 * 3600;
/** Others write the row at the same moment. */
const TRIES = 20;

interface Deps {
  readonly db: DynamoDBDocumentClient;
  readonly table: string;
  readonly now: () => Date;
}

/** Slots in one row of an organization, which is written under a revision number. */
export function dynamoRecogniserSlots({ db, table, now }: Deps): RecogniserSlots {
  /** Changes the use; false when others were always faster. */
  const change = async (orgId: string, work: (use: SlotUse) => SlotUse): Promise<boolean> => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const key = keys.recogniserSlots(orgId);
      const row = await getRow(db, table, key);
      const use = work((row?.['use'] as SlotUse | undefined) ?? UNUSED);
      const revision = Number(row?.['revision'] ?? 0);
      const written = await ifHeld(
        db.send(
          new PutCommand({
            TableName: table,
            Item: {
              ...key,
              use,
              revision: revision + 1,
              expires_at: Math.floor(now().getTime() / 1000) + KEPT_SECONDS,
            },
            ConditionExpression: 'attribute_not_exists(pk) OR revision = :revision',
            ExpressionAttributeValues: { ':revision': revision },
          }),
        ),
      );
      if (written) return true;
    }
    return false;
  };
  return {
    async ask(orgId, job, holder) {
      let isGranted = false;
      const isWritten = await change(orgId, (before) => {
        const time = now().getTime();
        const times = { now: time, heldUntil: time + HELD_MS, waitsUntil: time + WAITS_MS };
        const asked = askForSlot(before, { job, holder }, SLOTS, times);
        ({ isGranted } = asked);
        return asked.use;
      });
      return isWritten && isGranted;
    },
    async leave(orgId, holder) {
      // One that could not be left is free some minutes later.
      await change(orgId, (use) => withoutSlot(use, holder));
    },
  };
}
