import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../app/ports/clock.ts';
import { retentionOf } from '../../../domain/videos/retention.ts';
import { accountBook } from '../accounts/account-book.ts';
import { isDueAs } from '../due.ts';
import type { Row } from '../keys.ts';

/**
 * Whether the time of a video is over, by its row, though no sweep has erased it yet; or was over
 * at some time.
 */
export type IsOver = (row: Row, at?: Date) => Promise<boolean>;

/** For what only works on videos: it goes on until the video is erased. */
export const NEVER_OVER: IsOver = async () => false;

/** The plan is asked for only once the video is to be looked at: none has it erased before. */
export const makeIsOver =
  (db: DynamoDBDocumentClient, ledger: string, now: Clock): IsOver =>
  async (row, at = now()) => {
    const isLookedAt = row['is_over'] === true || String(row['due_at']) <= at.toISOString();
    if (!isDueAs('video', row) || !isLookedAt) return false;
    const account = await accountBook(db, ledger).read(String(row['org_id']));
    return (
      account !== undefined && retentionOf(String(row['kept_from']), account.tier, at) === 'over'
    );
  };
