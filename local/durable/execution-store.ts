import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import type { TableShape } from '../../layers/adapters/dynamo/tables.ts';
import type { Entry } from './entry.ts';
import type { ErrorObject } from './operation.ts';
import type { Used } from './quotas.ts';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';

/** One execution of a durable function. Times are ms since 1970. */
export interface ExecutionRecord {
  readonly functionName: string;
  /** Unique among the executions of its function. */
  readonly name: string;
  readonly arn: string;
  readonly input: string;
  readonly status: ExecutionStatus;
  readonly startedAt: number;
  /** When it is ended as timed out. */
  readonly endsBy: number;
  readonly result?: string | undefined;
  readonly error?: ErrorObject | undefined;
  /** Counts its writes, so that of two processes one alone goes on with it. */
  readonly revision: number;
  readonly used: Used;
}

export interface Execution {
  readonly record: ExecutionRecord;
  /** By operation id, in the order in which they began. */
  readonly entries: Map<string, Entry>;
}

/** Another process goes on with the execution. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** The table of executions, of one machine only. */
export const EXECUTIONS_TABLE: Omit<TableShape, 'variable'> = {
  ttl: 'expires_at',
  // Sparse: executions that run.
  globalIndexes: [{ name: 'running', partition: 'running', sort: 'started' }],
  localIndexes: [],
};

/** Of a row, under the 400 KB of an item. */
const ROW_BYTES = 350_000;
/** How long an execution that has ended is kept, so that its name finds it. */
const KEPT_MS = 24 * 3600_000;

const HEAD = 'EXECUTION';
const LOG = 'LOG#';
const digits = (count: number): string => String(count).padStart(9, '0');

/** Keeps executions as a row each, and behind it a row for each change of their operations. */
export function executionStore(db: DynamoDBDocumentClient, table: string) {
  const key = ({ functionName, name }: Pick<ExecutionRecord, 'functionName' | 'name'>) => ({
    pk: `${functionName}/${name}`,
    sk: HEAD,
  });
  const expiresAt = ({ endsBy }: ExecutionRecord) => Math.ceil((endsBy + KEPT_MS) / 1000);
  const headOf = (record: ExecutionRecord) => ({
    ...key(record),
    record,
    revision: record.revision,
    expires_at: expiresAt(record),
    ...(record.status === 'RUNNING' && {
      running: 'yes',
      started: new Date(record.startedAt).toISOString(),
    }),
  });

  const store = {
    /** The execution of that name: this one, which is new, or the one that has it already. */
    async create(record: ExecutionRecord): Promise<{ record: ExecutionRecord; isNew: boolean }> {
      for (;;) {
        const found = await db.send(
          new GetCommand({ TableName: table, Key: key(record), ConsistentRead: true }),
        );
        if (found.Item) return { record: found.Item['record'] as ExecutionRecord, isNew: false };
        try {
          await db.send(
            new PutCommand({
              TableName: table,
              Item: headOf(record),
              ConditionExpression: 'attribute_not_exists(pk)',
            }),
          );
          return { record, isNew: true };
        } catch (error) {
          if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
        }
      }
    },

    /** The execution as it was written last; undefined when there is none of that name. */
    async load(named: Pick<ExecutionRecord, 'functionName' | 'name'>) {
      const pages = paginateQuery(
        { client: db },
        {
          TableName: table,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': key(named).pk },
          ConsistentRead: true,
        },
      );
      let record: ExecutionRecord | undefined;
      const changes = new Map<number, Uint8Array[]>();
      for await (const { Items = [] } of pages) {
        for (const { sk, revision, part, ...head } of Items) {
          if (sk === HEAD) record = head['record'] as ExecutionRecord;
          else changes.set(revision, [...(changes.get(revision) ?? []), part]);
        }
      }
      const entries = new Map<string, Entry>();
      for (const parts of changes.values())
        for (const entry of JSON.parse(Buffer.concat(parts).toString()) as Entry[])
          entries.set(entry.operation.Id, entry);
      return record && { record, entries };
    },

    /** Executions that have not ended. */
    async running(): Promise<ExecutionRecord[]> {
      const pages = paginateQuery(
        { client: db },
        {
          TableName: table,
          IndexName: 'running',
          KeyConditionExpression: 'running = :yes',
          ExpressionAttributeValues: { ':yes': 'yes' },
        },
      );
      const records: ExecutionRecord[] = [];
      for await (const { Items = [] } of pages)
        records.push(...Items.map((item) => item['record'] as ExecutionRecord));
      return records;
    },

    /**
     * Keeps the next revision of an execution with what has changed in it, as one.
     * @throws Superseded
     */
    async write(record: ExecutionRecord, changed: readonly Entry[]): Promise<void> {
      const bytes = changed.length > 0 ? JSON.stringify(changed) : '';
      const rows = [...partsOf(Buffer.from(bytes))].map((part, row) => ({
        Put: {
          TableName: table,
          Item: {
            pk: key(record).pk,
            sk: `${LOG}${digits(record.revision)}#${digits(row)}`,
            revision: record.revision,
            part,
            expires_at: expiresAt(record),
          },
        },
      }));
      const head = {
        TableName: table,
        Item: headOf(record),
        ConditionExpression: 'revision = :before',
        ExpressionAttributeValues: { ':before': record.revision - 1 },
      };
      try {
        await db.send(new TransactWriteCommand({ TransactItems: [{ Put: head }, ...rows] }));
      } catch (error) {
        const reasons = error instanceof TransactionCanceledException && error.CancellationReasons;
        if (reasons && reasons[0]?.Code === 'ConditionalCheckFailed')
          throw new Superseded(`another process goes on with ${record.arn}`);
        throw error;
      }
    },
  };
  return store;
}

export type ExecutionStore = ReturnType<typeof executionStore>;

/** Bytes in parts that each fit into a row; none for no bytes. */
function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += ROW_BYTES)
    yield bytes.subarray(from, from + ROW_BYTES);
}
