import {
  type DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { UploadStore } from '../../../app/ports/uploads/uploads.ts';
import { UploadRecord } from '../../../domain/uploads/upload-record.ts';
import { dueFrom } from '../due.ts';
import { dueRecords } from '../due-records.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld, removeRow } from '../rows.ts';
import { ConditionFailed, transact } from '../transact.ts';
import { toldOfRefusal } from '../webhooks/outbox.ts';

const OPEN =
  'attribute_exists(pk) AND attribute_not_exists(video_id) AND attribute_not_exists(refusal)';

/**
 * A row for each upload, due until it is a video or refused. Each move is a conditional write:
 * what has become a video, or was refused, does not move again.
 */
export function dynamoUploads(db: DynamoDBDocumentClient, table: string): UploadStore {
  const keyOf = ({ org_id, upload_id }: UploadRecord) => keys.upload(org_id, upload_id);
  /** False when the condition did not hold. */
  const update = async (
    upload: UploadRecord,
    change: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  ): Promise<boolean> => {
    const Key = keyOf(upload);
    const updated = await ifHeld(db.send(new UpdateCommand({ TableName: table, Key, ...change })));
    return updated !== undefined;
  };
  return {
    async reserve(upload, sweepAt) {
      const due = dueFrom('upload', keyOf(upload), sweepAt);
      // Its key is new: when the row is there, it is this one, and only the answer was lost.
      await ifHeld(
        db.send(
          new PutCommand({
            TableName: table,
            Item: { ...keyOf(upload), ...upload, ...due },
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        ),
      );
    },
    async find(orgId, uploadId) {
      const row = await getRow(db, table, keys.upload(orgId, uploadId));
      return row && UploadRecord.parse(row);
    },
    async refuse(upload, error, at) {
      const Update = {
        TableName: table,
        Key: keyOf(upload),
        UpdateExpression: 'SET refusal = :error',
        ConditionExpression: OPEN,
        ExpressionAttributeValues: { ':error': error },
      };
      const refused = { name: 'upload', item: { Update } };
      try {
        await transact(db, [refused, ...toldOfRefusal(table, upload, error, at)]);
      } catch (failure) {
        if (!(failure instanceof ConditionFailed)) throw failure;
      }
    },
    remove: (upload) =>
      removeRow(db, table, keyOf(upload), {
        ConditionExpression: 'attribute_not_exists(video_id)',
      }),
    claim: (upload, reader, at, until) =>
      update(upload, {
        UpdateExpression: 'SET reader = :reader, read_until = :until',
        ConditionExpression: `${OPEN} AND (attribute_not_exists(reader) OR reader = :reader OR read_until <= :at)`,
        ExpressionAttributeValues: {
          ':reader': reader,
          ':at': at.toISOString(),
          ':until': until.toISOString(),
        },
      }),
    async release(upload, reader) {
      await update(upload, {
        UpdateExpression: 'REMOVE reader, read_until',
        ConditionExpression: 'reader = :reader',
        ExpressionAttributeValues: { ':reader': reader },
      });
    },
    async postpone(upload, sweepAt) {
      await update(upload, {
        UpdateExpression: 'SET due_at = :at',
        ConditionExpression: 'attribute_exists(due)',
        ExpressionAttributeValues: { ':at': sweepAt.toISOString() },
      });
    },
    async keep(upload) {
      await update(upload, {
        UpdateExpression: 'REMOVE due, due_at',
        ConditionExpression: 'attribute_exists(video_id)',
      });
    },
    due: (time, limit) =>
      dueRecords(db, table, { kind: 'upload', time, limit }, (row) => UploadRecord.parse(row)),
  };
}
