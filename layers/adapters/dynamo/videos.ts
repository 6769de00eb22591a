import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { PaidWindows, UploadRecord, VideoStore } from '../../app/ports/videos.ts';
import { VideoRecord } from '../../domain/video-record.ts';
import * as keys from './keys.ts';
import { ConditionFailed, transact, type Write } from './transact.ts';

export function dynamoVideos(db: DynamoDBDocumentClient, table: string): VideoStore {
  const get = async (key: keys.Key) => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: key, ConsistentRead: true }),
    );
    return Item;
  };
  const find = async (orgId: string, videoId: string) => {
    const row = await get(keys.video(orgId, videoId));
    // Without a version it is the note of an erasure.
    return row?.['version'] === undefined ? undefined : VideoRecord.parse(row);
  };
  const follow = async (orgId: string, key: keys.Key) => {
    const pointer = await get(key);
    return pointer && find(orgId, String(pointer['video_id']));
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
  const uploadRows = ({ org_id, video_id }: VideoRecord, upload: UploadRecord) => [
    put('upload', keys.upload(org_id, upload.upload_id), { ...upload, video_id }),
    put('upload', keys.videoUpload(org_id, video_id, upload.upload_id), { ...upload }),
  ];
  /** False when one condition, told by its name, does not hold. */
  const unless = async (name: string, writes: Write[]) => {
    try {
      await transact(db, writes);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed && error.writes.has(name)) return false;
      throw error;
    }
  };
  return {
    add: (video, upload) =>
      unless('bytes', [
        put('bytes', keys.sha256(video.org_id, video.sha256), { video_id: video.video_id }),
        put('video', keys.video(video.org_id, video.video_id), video),
        ...uploadRows(video, upload),
      ]),
    addUpload: (video, upload) =>
      unless('video', [
        {
          name: 'video',
          item: {
            ConditionCheck: {
              TableName: table,
              Key: keys.video(video.org_id, video.video_id),
              ConditionExpression: 'version = :version',
              ExpressionAttributeValues: { ':version': video.version },
            },
          },
        },
        ...uploadRows(video, upload),
      ]),
    find,
    findByUpload: (orgId, uploadId) => follow(orgId, keys.upload(orgId, uploadId)),
    findBySha256: (orgId, digest) => follow(orgId, keys.sha256(orgId, digest)),
  };
}

export const dynamoPaidWindows = (db: DynamoDBDocumentClient, table: string): PaidWindows => ({
  async of(video, level) {
    const { pk, sk } = keys.paidWindow(video.org_id, video.video_id, level);
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        FilterExpression: 'version = :version',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk, ':version': video.version },
        ConsistentRead: true,
      }),
    );
    return Items.map((item) => [Number(item['start']), Number(item['end'])] as const);
  },
});
