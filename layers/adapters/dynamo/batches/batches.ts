import { DeleteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Batches, ItemStart } from '../../../app/ports/batches/batches.ts';
import { BatchItemRecord, BatchRecord } from '../../../domain/batches/batch-record.ts';
import { dueFrom, dueRows } from '../due.ts';
import { batchKeyWrite } from '../jobs/intake-writes.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld, rowsUnder } from '../rows.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { expiresWith, putItemOfJob } from './items-of-job.ts';

/** A batch that nobody looked after since is looked after by the sweep. */
const LOOK_AFTER_MS = 60_000;
const lookAfter = (from: Date): Date => new Date(from.getTime() + LOOK_AFTER_MS);

/**
 * A row for each batch and one for each of its items, which expire 90 days after it was made;
 * while items wait, a further row that is due a minute after it, and after each look of the sweep.
 */
export function dynamoBatches(db: DynamoDBDocumentClient, table: string): Batches {
  const put = (name: string, Item: keys.Row): Write => ({
    name,
    item: {
      Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' },
    },
  });
  return {
    async create({ batch, items }, idempotency) {
      const { org_id, batch_id, created_at } = batch;
      const expires = expiresWith(batch);
      try {
        await transact(db, [
          put('batch', { ...keys.batch(org_id, batch_id), ...batch, ...expires }),
          put('waiting', {
            ...keys.waitingBatch(org_id, batch_id),
            org_id,
            batch_id,
            ...dueFrom(
              'batch',
              keys.waitingBatch(org_id, batch_id),
              lookAfter(new Date(created_at)),
            ),
          }),
          ...items.map((item) =>
            put('item', {
              ...keys.batchItem(org_id, batch_id, item.index),
              // As text: what a caller's schema holds need not fit into a row's types.
              ...item,
              request: JSON.stringify(item.request),
              ...expires,
            }),
          ),
          ...batchKeyWrite(table, batch, idempotency),
        ]);
        return 'created';
      } catch (error) {
        if (error instanceof ConditionFailed && error.writes.has('key')) return 'repeated';
        throw error;
      }
    },
    async find(orgId, batchId) {
      const row = await getRow(db, table, keys.batch(orgId, batchId));
      if (!row) return undefined;
      const items = await rowsUnder(db, table, keys.batchItems(orgId, batchId));
      return {
        batch: BatchRecord.parse(row),
        items: items.map(itemIn).sort((a, b) => a.index - b.index),
      };
    },
    async waiting(orgId) {
      const rows = await rowsUnder(db, table, keys.waitingBatch(orgId, ''));
      return rows.map((row) => String(row['batch_id']));
    },
    async overdue(by, limit) {
      const rows = await dueRows(db, table, 'batch', by, limit);
      return rows.map((row) => ({
        orgId: String(row['org_id']),
        batchId: String(row['batch_id']),
      }));
    },
    async putOff(orgId, batchId, from) {
      await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: keys.waitingBatch(orgId, batchId),
            UpdateExpression: 'SET due_at = :at',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':at': lookAfter(from).toISOString() },
          }),
        ),
      );
    },
    async start(batch, index, outcome) {
      const { org_id: orgId, batch_id: batchId } = batch;
      const isOn: Write['item'] = {
        ConditionCheck: {
          TableName: table,
          Key: keys.batch(orgId, batchId),
          ConditionExpression: 'cancelled = :no',
          ExpressionAttributeValues: { ':no': false },
        },
      };
      const setOutcome: Write['item'] = {
        Update: {
          TableName: table,
          Key: keys.batchItem(orgId, batchId, index),
          UpdateExpression: 'SET job_id = :job, joined = :joined, #error = :error REMOVE #request',
          ConditionExpression: 'attribute_type(job_id, :none) AND attribute_type(#error, :none)',
          ExpressionAttributeNames: { '#error': 'error', '#request': 'request' },
          ExpressionAttributeValues: { ...valuesOf(outcome), ':none': 'NULL' },
        },
      };
      try {
        await transact(db, [
          { name: 'batch', item: isOn },
          { name: 'item', item: setOutcome },
          ...('jobId' in outcome ? [putItemOfJob(table, batch, index, outcome.jobId)] : []),
        ]);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return !error.writes.has('batch');
        throw error;
      }
    },
    async forget(orgId, batchId, index) {
      await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: keys.batchItem(orgId, batchId, index),
            UpdateExpression: 'REMOVE #request',
            ExpressionAttributeNames: { '#request': 'request' },
            ConditionExpression: 'attribute_exists(pk)',
          }),
        ),
      );
    },
    async settle(orgId, batchId) {
      await db.send(
        new DeleteCommand({ TableName: table, Key: keys.waitingBatch(orgId, batchId) }),
      );
    },
    async cancel(orgId, batchId) {
      await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: keys.batch(orgId, batchId),
            UpdateExpression: 'SET cancelled = :yes',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':yes': true },
          }),
        ),
      );
    },
  };
}

const itemIn = (row: keys.Row): BatchItemRecord => {
  const { request } = row;
  return BatchItemRecord.parse({
    ...row,
    request: request === undefined ? null : JSON.parse(String(request)),
  });
};

const valuesOf = (outcome: ItemStart) =>
  'jobId' in outcome
    ? { ':job': outcome.jobId, ':joined': outcome.joined, ':error': null }
    : { ':job': null, ':joined': false, ':error': outcome.error };
