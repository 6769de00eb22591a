import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeptVideo, Retention } from '../../../app/ports/videos/retention.ts';
import { firstLook } from '../../../domain/videos/retention.ts';
import { dueFrom, dueRows, isDueAs } from '../due.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld } from '../rows.ts';

/**
 * What a stored video's row carries beside the video, so that it is erased when its time is over.
 */
export const keptRow = (
  { org_id, video_id }: { readonly org_id: string; readonly video_id: string },
  from: string,
): { kept_from: string; due: string; due_at: string } => ({
  kept_from: from,
  ...dueFrom('video', keys.video(org_id, video_id), firstLook(from)),
});

/**
 * When videos are to be erased: `due_at` of their rows. A video whose bytes were sent anew, or
 * that was erased, since it was found due is left alone.
 */
export function dynamoRetention(db: DynamoDBDocumentClient, table: string): Retention {
  const keyOf = ({ orgId, videoId }: KeptVideo) => keys.video(orgId, videoId);
  const lookAt = async (video: KeptVideo, until: Date, isOver: boolean): Promise<void> => {
    await ifHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: keyOf(video),
          UpdateExpression: 'SET due_at = :until, is_over = :over',
          ConditionExpression: 'begins_with(due, :videos) AND kept_from = :from',
          ExpressionAttributeValues: {
            ':until': until.toISOString(),
            ':over': isOver,
            ':videos': 'video',
            ':from': video.keptFrom,
          },
        }),
      ),
    );
  };
  return {
    async due(time, limit) {
      const rows = await dueRows(db, table, 'video', time, limit);
      return rows.map((row) => ({
        orgId: String(row['org_id']),
        videoId: String(row['video_id']),
        keptFrom: String(row['kept_from']),
      }));
    },
    async holds(video) {
      const row = await getRow(db, table, keyOf(video));
      return isDueAs('video', row) && row?.['kept_from'] === video.keptFrom;
    },
    postpone: (video, until) => lookAt(video, until, false),
    putOff: (video, until) => lookAt(video, until, true),
  };
}
