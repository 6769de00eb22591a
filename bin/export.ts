import { mkdir, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type DynamoDBDocumentClient, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { isDueAs } from '../layers/adapters/dynamo/due.ts';
import { exportObjects } from './export-objects.ts';
import { findObjects } from './find-objects.ts';

interface Tables {
  readonly db: DynamoDBDocumentClient;
  readonly records: string;
  readonly ledger: string;
}

export interface Exported {
  readonly org_id: string;
  readonly folder: string;
  /** Rows of records and of the ledger, one a line. */
  readonly records: number;
  readonly entries: number;
  /** Videos whose erasure was under way: of them there may be a part only. */
  readonly erasing: number;
  readonly objects: number;
  readonly bytes: number;
}

/** Rows that hold what others are known by: they are of no use elsewhere, and would have to be kept safe. */
const CREDENTIALS = /^(KEY#|KEYS$|WEBHOOK_SECRET$|TICKET#|SLOTS$|IDEMPOTENCY#)/;

/**
 * Writes all that is kept of an organization into a folder: `records.jsonl` (videos, jobs, uploads,
 * questions with their answers, batches, deliveries, members), `ledger.jsonl`, and every object under
 * `objects/` by its key: videos as they were sent, sheets, results.
 * @throws Error in words for a person when there is no such organization or no bucket, or the
 * folder cannot be written
 */
export async function exportOrganization(
  { db, records, ledger }: Tables,
  env: NodeJS.ProcessEnv,
  orgId: string,
  dir: string,
): Promise<Exported> {
  const { client, bucket } = await findObjects(env);
  const folder = resolve(dir);
  const known = await db.send(new QueryCommand({ ...rowsOf(ledger, orgId), Limit: 1 }));
  if (!known.Count) throw new Error(`There is no organization ${orgId}.`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { count: entries } = await writeRows(db, ledger, orgId, join(folder, 'ledger.jsonl'));
    const { count, erasing } = await writeRows(db, records, orgId, join(folder, 'records.jsonl'));
    const written = await exportObjects({ client, bucket }, orgId, folder);
    return { org_id: orgId, folder, records: count, entries, erasing, ...written };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!OF_THE_FOLDER.has(code)) throw error;
    throw new Error(
      `The folder ${folder} cannot be written (${code}), and holds a part at most. Make room there or set another --dir, and run the command again.`,
      { cause: error },
    );
  }
}

/** Codes of what a place on a disk may be in the way of. */
const OF_THE_FOLDER = new Set(
  'EACCES EDQUOT EEXIST EISDIR ENOENT ENOSPC ENOTDIR EPERM EROFS'.split(' '),
);

const rowsOf = (TableName: string, orgId: string) => ({
  TableName,
  KeyConditionExpression: 'pk = :org',
  ExpressionAttributeValues: { ':org': `ORG#${orgId}` },
  ConsistentRead: true,
});

async function writeRows(
  client: DynamoDBDocumentClient,
  TableName: string,
  orgId: string,
  path: string,
): Promise<{ count: number; erasing: number }> {
  const file = await open(path, 'w', 0o600);
  let count = 0;
  let erasing = 0;
  try {
    for await (const { Items = [] } of paginateQuery({ client }, rowsOf(TableName, orgId))) {
      for (const row of Items.filter(({ sk }) => !CREDENTIALS.test(String(sk)))) {
        await file.write(`${JSON.stringify(row, plain)}\n`);
        count += 1;
        if (isDueAs('erasure', row) && row['cleared'] !== true) erasing += 1;
      }
    }
  } finally {
    await file.close();
  }
  return { count, erasing };
}

/** Sets of a table have no form of their own in JSON. */
const plain = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);
