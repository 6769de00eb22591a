import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Accounts } from '../../../app/ports/accounts/accounts.ts';
import { LedgerRow } from '../../../domain/accounts/account.ts';
import { firstSeqAt, isBefore, isMomentOf, ORDER } from '../../../domain/accounts/ledger-moment.ts';
import * as keys from '../keys.ts';

/** Entries that are read at once on the way to those that are older than a time. */
const OLDER_PAGE = 1000;

/**
 * Pages of a ledger, in the order in which it was written. That is not always the order of its
 * times, which come from the clocks of several processes: a page goes on from the entry whose time
 * it is given, and only where there is none from what is older by its time.
 */
export function ledgerPages(db: DynamoDBDocumentClient, table: string): Accounts['entries'] {
  async function* rows(orgId: string, which: string, seq: number, pageSize: number) {
    const query = {
      TableName: table,
      IndexName: 'by_seq',
      KeyConditionExpression: `pk = :org AND seq ${which} :seq`,
      ExpressionAttributeValues: { ':org': keys.account(orgId).pk, ':seq': seq },
      ScanIndexForward: false,
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateQuery({ client: db, pageSize }, query)) {
      for (const item of Items) yield LedgerRow.parse(item);
    }
  }
  const seqOf = async (orgId: string, moment: string): Promise<number | undefined> => {
    for (let seq = firstSeqAt(moment); ; seq += ORDER) {
      const { value: row } = await rows(orgId, '=', seq, 1).next();
      if (!row) return undefined;
      if (isMomentOf(row, moment)) return seq;
    }
  };

  return async (orgId, limit, before) => {
    const entries: LedgerRow[] = [];
    if (limit === 0) return entries;
    const seq = before === undefined ? Number.MAX_SAFE_INTEGER : await seqOf(orgId, before);
    if (seq !== undefined) {
      for await (const row of rows(orgId, '<', seq, limit)) {
        if (entries.push(row) === limit) break;
      }
      return entries;
    }
    for await (const row of rows(orgId, '<', Number.MAX_SAFE_INTEGER, OLDER_PAGE)) {
      if (isBefore(row, before ?? '') && entries.push(row) === limit) break;
    }
    return entries;
  };
}
