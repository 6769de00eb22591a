import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { OrganizationRows } from '../../../app/ports/accounts/organization-rows.ts';
import { eachAtATime } from '../../../domain/each-at-a-time.ts';
import { JobState } from '../../../domain/jobs/job.ts';
import { accountPrefix } from '../../../domain/oauth/account-name.ts';
import * as keys from '../keys.ts';
import { eachRowUnder } from '../rows.ts';

/** Thousands of rows may be left beside those of videos. */
const ROWS_AT_A_TIME = 16;

/**
 * All rows of an organization in both tables. Its videos and jobs are queries; what is found by
 * digests alone takes a scan of the records.
 */
export function dynamoOrganizationRows(
  db: DynamoDBDocumentClient,
  { records, ledger }: { readonly records: string; readonly ledger: string },
): OrganizationRows {
  const remove = async (table: string, { pk, sk }: keys.Row): Promise<void> => {
    await db.send(new DeleteCommand({ TableName: table, Key: { pk, sk } }));
  };

  return {
    async *videos(orgId) {
      for await (const { sk } of eachRowUnder(db, records, keys.video(orgId, ''))) {
        const [, videoId = '', ...more] = String(sk).split('#');
        if (more.length === 0) yield videoId;
      }
    },
    async *jobs(orgId) {
      for await (const row of eachRowUnder(db, records, keys.job(orgId, ''))) {
        yield { jobId: String(row['job_id']), status: JobState.parse(row['status']) };
      }
    },
    endWaiting: (orgId) =>
      eachAtATime(ROWS_AT_A_TIME, eachRowUnder(db, records, keys.waitingBatch(orgId, '')), (row) =>
        remove(records, row),
      ),
    async deleteRecords(orgId) {
      let rows = 0;
      let clearedAt: string | null = null;
      const { pk } = keys.account(orgId);
      const pages = paginateScan(
        { client: db },
        {
          TableName: records,
          FilterExpression:
            'pk = :pk OR begins_with(pk, :under) OR org_id = :org OR contains(payload, :approver)',
          ExpressionAttributeValues: {
            ':pk': pk,
            ':under': `${pk}#`,
            ':org': orgId,
            // What the authorization server keeps is JSON that names the account it speaks for.
            ':approver': `"accountId":"${accountPrefix(orgId)}`,
          },
          ProjectionExpression: 'pk, sk, cleared, due_at',
          ConsistentRead: true,
        },
      );
      for await (const { Items = [] } of pages) {
        await eachAtATime(ROWS_AT_A_TIME, Items, async (row) => {
          if (row['cleared'] === true) {
            const at = String(row['due_at']);
            if (clearedAt === null || at > clearedAt) clearedAt = at;
          } else {
            await remove(records, row);
            rows += 1;
          }
        });
      }
      return { rows, clearedAt };
    },
    async deleteLedger(orgId) {
      let rows = 0;
      const account = keys.account(orgId);
      for await (const row of eachRowUnder(db, ledger, { ...account, sk: '' })) {
        if (row['sk'] === account.sk) continue;
        await remove(ledger, row);
        rows += 1;
      }
      await remove(ledger, account);
      return rows + 1;
    },
  };
}
