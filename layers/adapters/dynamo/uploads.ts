import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { UploadStore } from '../../app/ports/uploads.ts';
import { UploadRecord } from '../../domain/upload-record.ts';
import * as keys from './keys.ts';

/** Partition of the `due` index that holds the uploads that something is still to be cleared of. */
const DUE_UPLOADS = 'upload';
const OPEN =
  'attribute_exists(pk) AND attribute_not_exists(video_id) AND attribute_not_exists(refusal)';

export function dynamoUploads(db: DynamoDBDocumentClient, table: string): UploadStore {
  const keyOf = ({ org_id, upload_id }: UploadRecord) => keys.upload(org_id, upload_id);
  /** False when the condition did not hold. */
  const unlessFailed = async (write: Promise<unknown>): Promise<boolean> => {
    try {
      await write;
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return false;
    }
  };
  const update = (upload: UploadRecord, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    unlessFailed(db.send(new UpdateCommand({ TableName: table, Key: keyOf(upload), ...change })));
  return {
    async reserve(upload, sweepAt) {
      await db.send(
        new PutCommand({
          TableName: table,
          Item: { ...keyOf(upload), ...upload, due: DUE_UPLOADS, due_at: sweepAt.toISOString() },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },
    async find(orgId, uploadId) {
      const { Item } = await db.send(
        new GetCommand({
          TableName: table,
          Key: keys.upload(orgId, uploadId),
          ConsistentRead: true,
        }),
      );
      return Item && UploadRecord.parse(Item);
    },
    async refuse(upload, error) {
      await update(upload, {
        UpdateExpression: 'SET refusal = :error',
        ConditionExpression: OPEN,
        ExpressionAttributeValues: { ':error': error },
      });
    },
    async remove(upload) {
      await unlessFailed(
        db.send(
          new DeleteCommand({
            TableName: table,
            Key: keyOf(upload),
            ConditionExpression: 'attribute_not_exists(video_id)',
          }),
        ),
      );
    },
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
    async keep(upload) {
      await update(upload, {
        UpdateExpression: 'REMOVE due, due_at',
        ConditionExpression: 'attribute_exists(video_id)',
      });
    },
    async due(time, limit) {
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'due',
          KeyConditionExpression: 'due = :uploads AND due_at < :time',
          ExpressionAttributeValues: { ':uploads': DUE_UPLOADS, ':time': time.toISOString() },
          Limit: limit,
        }),
      );
      return Items.map((item) => UploadRecord.parse(item));
    },
  };
}
