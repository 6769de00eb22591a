import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoSourceSwap } from '../layers/adapters/dynamo/videos/source-swap.ts';
import { dynamoVideos } from '../layers/adapters/dynamo/videos/videos.ts';
import { s3Sources } from '../layers/adapters/s3/sources.ts';
import { newId, systemClock } from '../layers/adapters/system/clock.ts';
import { makeRestoreMaster } from '../layers/app/videos/restore-master.ts';
import { findObjects } from './find-objects.ts';

interface Tables {
  readonly db: DynamoDBDocumentClient;
  readonly records: string;
}

/** What whoever runs the service does with videos and their masters. */
export function videosOf({ db, records }: Tables, env: NodeJS.ProcessEnv) {
  const videos = dynamoVideos(db, records);
  return {
    /** @throws Error in words for a person */
    async show(orgId: string, videoId: string) {
      const video = await videos.find(orgId, videoId);
      if (!video) throw new Error(`${orgId} has no stored video ${videoId}.`);
      const { source_key, size_bytes, master_key, master, master_stays, restored_at } = video;
      return {
        video_id: videoId,
        org_id: orgId,
        source_key,
        size_bytes,
        read_from: master_key === undefined ? 'what was sent' : 'a working copy',
        master:
          master_key === undefined
            ? null
            : {
                key: master_key,
                size_bytes: master?.size_bytes ?? null,
                kept_until: master?.kept_until ?? null,
              },
        why_no_copy: master_stays ?? null,
        restored_at: restored_at ?? null,
      };
    },
    /** @throws Error in words for a person */
    async restore(orgId: string, videoId: string) {
      const { client, bucket } = await findObjects(env);
      const restore = makeRestoreMaster({
        videos,
        now: systemClock,
        newId,
        swaps: dynamoSourceSwap(db, records),
        sources: s3Sources(client, bucket),
      });
      return restore(orgId, videoId);
    },
  };
}
