import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeptVideo, Retention } from '../../../app/ports/videos/retention.ts';
import { firstLook } from '../../../domain/videos/retention.ts';
import * as keys from '../keys.ts';
import { dueRows, getRow, ifHeld } from '../rows.ts';

/** Partition of the `due` index that holds the stored videos. */
const DUE_VIDEOS = 'video';

/**
 * What a stored video's row carries beside the video, so that it is erased when its time is over.
 */
export const keptRow = (from: string): { kept_from: string; due: string; due_at: string } => ({
  kept_from: from,
  due: DUE_VIDEOS,
  due_at: firstLook(from).toISOString(),
});

export function dynamoRetention(db: DynamoDBDocumentClient, table: string): Retention {
  const keyOf = ({ orgId, videoId }: KeptVideo) => keys.video(orgId, videoId);
  return {
    async due(time, limit) {
      const rows = await dueRows(db, table, DUE_VIDEOS, time, limit);
      return rows.map((row) => ({
        orgId: String(row['org_id']),
        videoId: String(row['video_id']),
        keptFrom: String(row['kept_from']),
      }));
    },
    async holds(video) {
      const row = await getRow(db, table, keyOf(video));
      return row?.['due'] === DUE_VIDEOS && row['kept_from'] === video.keptFrom;
    },
    async postpone(video, until) {
      await ifHeld(
        db.send(
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
        ),
      );
    },
  };
}
