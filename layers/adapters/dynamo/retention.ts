import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { KeptVideo, Retention } from '../../app/ports/retention.ts';
import { firstLook } from '../../domain/retention.ts';
import * as keys from './keys.ts';

/** Partition of the `due` index that holds the stored videos. */
const DUE_VIDEOS = 'video';

/** What a stored video's row carries beside the video, so that it is erased when its time is over. */
export const keptRow = (from: string): { kept_from: string; due: string; due_at: string } => ({
  kept_from: from,
  due: DUE_VIDEOS,
  due_at: firstLook(from).toISOString(),
});

export function dynamoRetention(db: DynamoDBDocumentClient, table: string): Retention {
  const keyOf = ({ orgId, videoId }: KeptVideo) => keys.video(orgId, videoId);
  return {
    async due(time, limit) {
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'due',
          KeyConditionExpression: 'due = :videos AND due_at <= :time',
          ExpressionAttributeValues: { ':videos': DUE_VIDEOS, ':time': time.toISOString() },
          Limit: limit,
        }),
      );
      return Items.map((item) => ({
        orgId: String(item['org_id']),
        videoId: String(item['video_id']),
        keptFrom: String(item['kept_from']),
      }));
    },
    async holds(video) {
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key: keyOf(video), ConsistentRead: true }),
      );
      return Item?.['due'] === DUE_VIDEOS && Item['kept_from'] === video.keptFrom;
    },
    async postpone(video, until) {
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: keyOf(video),
            UpdateExpression: 'SET due_at = :until',
            ConditionExpression: 'due = :videos AND kept_from = :from',
            ExpressionAttributeValues: {
              ':until': until.toISOString(),
              ':videos': DUE_VIDEOS,
              ':from': video.keptFrom,
            },
          }),
        );
      } catch (error) {
        // The index runs a moment behind the table.
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
}
