import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SourceSwap } from '../../../app/ports/videos/working-copies.ts';
import type { VideoRecord } from '../../../domain/videos/video-record.ts';
import * as keys from '../keys.ts';
import { ConditionFailed, transact } from '../transact.ts';

/**
 * The row is of the version, reads from the source and has the master that it had when it was read.
 */
const AS_IT_WAS = 'version = :version AND source_key = :was';
const NO_MASTER = 'attribute_not_exists(master_key) AND attribute_not_exists(restored_at)';
const SAME_MASTER = 'master_key = :master';

/**
 * Changes which object a video is read from, each time only where its row is as it was read;
 * else the change answers false and nothing is written.
 */
export function dynamoSourceSwap(db: DynamoDBDocumentClient, table: string): SourceSwap {
  const update = async (
    { org_id, video_id, version, source_key }: VideoRecord,
    condition: string,
    expression: string,
    values: Record<string, unknown>,
  ): Promise<boolean> => {
    try {
      // A transaction, though of one write: sent again because its answer was lost, it tells what
      // the first one did.
      await transact(db, [
        {
          name: 'video',
          item: {
            Update: {
              TableName: table,
              Key: keys.video(org_id, video_id),
              UpdateExpression: expression,
              ConditionExpression: `${AS_IT_WAS} AND ${condition}`,
              ExpressionAttributeValues: { ':version': version, ':was': source_key, ...values },
            },
          },
        },
      ]);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  };
  return {
    swap: (video, to) =>
      update(
        video,
        NO_MASTER,
        'SET source_key = :key, size_bytes = :bytes, probe = :probe, master_key = :was, master = :of' +
          ' REMOVE master_stays',
        {
          ':key': to.source_key,
          ':bytes': to.size_bytes,
          ':probe': to.probe,
          ':of': { size_bytes: video.size_bytes, probe: video.probe },
        },
      ),
    setAside: (video, masterKey, until) =>
      update(video, SAME_MASTER, 'SET master_key = :aside, master.kept_until = :until', {
        ':master': video.master_key,
        ':aside': masterKey,
        ':until': until.toISOString(),
      }),
    restore: (video, masterKey, at) =>
      update(
        video,
        SAME_MASTER,
        'SET source_key = :key, size_bytes = :bytes, probe = :probe, restored_at = :at' +
          ' REMOVE master_key, master',
        {
          ':master': video.master_key,
          ':key': masterKey,
          ':bytes': video.master?.size_bytes,
          ':probe': video.master?.probe,
          ':at': at.toISOString(),
        },
      ),
    note: (video, why) => update(video, NO_MASTER, 'SET master_stays = :why', { ':why': why }),
  };
}
