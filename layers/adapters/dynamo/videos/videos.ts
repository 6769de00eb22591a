import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { PaidWindows, Stored, VideoStore } from '../../../app/ports/videos/videos.ts';
import type { SettledUpload } from '../../../domain/uploads/upload-record.ts';
import { VideoRecord } from '../../../domain/videos/video-record.ts';
import { PaidRow, paidFor } from '../accounts/paid-row.ts';
import * as keys from '../keys.ts';
import { getRow, rowsUnder } from '../rows.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { toldOfVideo } from '../webhooks/outbox.ts';
import { type IsOver, NEVER_OVER } from './over.ts';
import { keptRow } from './retention.ts';

/**
 * A row for each video, found by its id, by the SHA-256 of its bytes or by its link; a row
 * behind it for each upload that it came from.
 * @param isOver of what is found by an id
 */
export function dynamoVideos(
  db: DynamoDBDocumentClient,
  table: string,
  isOver: IsOver = NEVER_OVER,
): VideoStore {
  const get = (key: keys.Key) => getRow(db, table, key);
  const finder = (over: IsOver) => async (orgId: string, videoId: string, at?: Date) => {
    const row = await get(keys.video(orgId, videoId));
    return isStored(row) && !(await over(row, at)) ? VideoRecord.parse(row) : undefined;
  };
  const find = finder(isOver);
  const follow = async (orgId: string, key: keys.Key, findVideo = find) => {
    const pointer = await get(key);
    const videoId = pointer?.['video_id'];
    return typeof videoId === 'string' ? findVideo(orgId, videoId) : undefined;
  };
  const put = (name: string, key: keys.Key, row: keys.Row): Write => ({
    name,
    item: {
      Put: {
        TableName: table,
        Item: { ...key, ...row },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  });
  const uploadRows = (video: VideoRecord, upload: SettledUpload): Write[] => {
    const { org_id, video_id } = video;
    const { upload_id, received_bytes, reserved_video_id } = upload;
    return [
      {
        name: 'upload',
        item: {
          Update: {
            TableName: table,
            Key: keys.upload(org_id, upload_id),
            UpdateExpression: 'SET video_id = :video, received_bytes = :bytes',
            ConditionExpression:
              'attribute_exists(pk) AND attribute_not_exists(video_id) AND attribute_not_exists(refusal)',
            ExpressionAttributeValues: { ':video': video_id, ':bytes': received_bytes },
          },
        },
      },
      put('upload', keys.videoUpload(org_id, video_id, upload_id), {
        upload_id,
        reserved_video_id,
      }),
      ...toldOfVideo(table, upload, video),
    ];
  };
  const store = async (writes: Write[]): Promise<Stored> => {
    try {
      await transact(db, writes);
      return 'stored';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return error.writes.has('upload') ? 'settled' : 'changed';
    }
  };
  return {
    add: (video, upload) =>
      store([
        ...(video.sha256 === null
          ? []
          : [put('bytes', keys.sha256(video.org_id, video.sha256), { video_id: video.video_id })]),
        put('video', keys.video(video.org_id, video.video_id), {
          ...video,
          ...keptRow(video, upload.created_at),
        }),
        ...uploadRows(video, upload),
      ]),
    addUpload: (video, upload) =>
      store([
        {
          name: 'video',
          item: {
            Update: {
              TableName: table,
              Key: keys.video(video.org_id, video.video_id),
              // Sent again, it is kept anew.
              UpdateExpression: 'SET kept_from = :from, due = :due, due_at = :look REMOVE is_over',
              ConditionExpression: 'version = :version',
              ExpressionAttributeValues: {
                ...keptValues(video, upload),
                ':version': video.version,
              },
            },
          },
        },
        ...uploadRows(video, upload),
      ]),
    find,
    async holds(orgId, videoId, version) {
      return (await get(keys.video(orgId, videoId)))?.['version'] === version;
    },
    findByUpload: (orgId, uploadId) => follow(orgId, keys.upload(orgId, uploadId)),
    // Bytes that are sent again keep even a video whose time is over: it is not erased then.
    findBySha256: (orgId, digest) => follow(orgId, keys.sha256(orgId, digest), finder(NEVER_OVER)),
  };
}

function keptValues(video: VideoRecord, { created_at }: SettledUpload) {
  const { kept_from, due, due_at } = keptRow(video, created_at);
  return { ':from': kept_from, ':due': due, ':look': due_at };
}

/** Without a source it is the note of an erasure, or the video of a link that is not fetched. */
export const isStored = (row: keys.Row | undefined): row is keys.Row =>
  row?.['source_key'] !== undefined;

export const dynamoPaidWindows = (db: DynamoDBDocumentClient, table: string): PaidWindows => ({
  async of(video, level) {
    const rows = await rowsUnder(db, table, keys.paidWindow(video.org_id, video.video_id, level), {
      FilterExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': video.version },
    });
    return paidFor(rows.map((row) => PaidRow.parse(row)));
  },
});
