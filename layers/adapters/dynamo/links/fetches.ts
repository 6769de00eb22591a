import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Fetches } from '../../../app/ports/links/fetches.ts';
import { findJob } from '../jobs/job-rows.ts';
import * as keys from '../keys.ts';
import { getRow } from '../rows.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { type IsOver, NEVER_OVER } from '../videos/over.ts';
import { followVideo, renameVideo } from '../videos/same-video.ts';
import { failureIn, makeVideoStates } from '../videos/video-states.ts';
import { checkPending, endFetch, putFailure, putStored, takeFetch } from './link-rows.ts';

/** Links and the videos that they become, in the records table. */
export function dynamoFetches(
  db: DynamoDBDocumentClient,
  table: string,
  isOver: IsOver = NEVER_OVER,
): Fetches {
  const get = (key: keys.Key) => getRow(db, table, key);
  const { findVideo, follow } = makeVideoStates(get, isOver);
  const unlessOvertaken = async (writes: Write[]): Promise<boolean> => {
    try {
      await transact(db, writes);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  };
  return {
    async find(orgId, digest) {
      const row = await get(keys.link(orgId, digest));
      if (!row) return { kind: 'none', videoId: undefined };
      const videoId = String(row['video_id']);
      const failure = failureIn(row);
      if (failure) return { kind: 'failed', videoId, failure };
      const state = await follow(orgId, videoId);
      return state?.kind === 'failed'
        ? { ...state, videoId }
        : (state ?? { kind: 'none', videoId });
    },
    findVideo,
    rename: renameVideo(db, table, { get, follow }),
    follow: followVideo(db, table, get),
    async claim(video, { run, jobId, orgId }, now) {
      for (;;) {
        const row = await get(keys.fetch(orgId, video.video_id));
        const seen = row === undefined ? undefined : String(row['run']);
        const job = row && (await findJob(db, table, orgId, String(row['fetched_for'])));
        // The run of a job that was cancelled learns of it late, and then clears up.
        const until = [String(row?.['clearing_until'] ?? ''), job?.lease_until ?? ''];
        const isOthers = job?.run === seen && seen !== run;
        if (job && isOthers && until.some((time) => time > now.toISOString())) return job;
        try {
          await transact(db, [
            checkPending(table, video),
            takeFetch(table, video, { run, jobId, seen, at: now }),
          ]);
          return 'claimed';
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
          if (error.writes.has('video')) return 'settled';
          // Another run was quicker; look again.
        }
      }
    },
    async complete(video, { run }) {
      const { link } = video;
      if (!link) throw new Error(`video ${video.video_id} has no link`);
      return unlessOvertaken([
        endFetch(table, video, run),
        ...putStored(table, { ...video, link }),
      ]);
    },
    holdToClear: ({ org_id, video_id }, { run }, until) =>
      unlessOvertaken([
        {
          name: 'fetch',
          item: {
            Update: {
              TableName: table,
              Key: keys.fetch(org_id, video_id),
              UpdateExpression: 'SET clearing_until = :until',
              ConditionExpression: 'run = :run',
              ExpressionAttributeValues: { ':run': run, ':until': until.toISOString() },
            },
          },
        },
      ]),
    async release(video, { run }) {
      await unlessOvertaken([endFetch(table, video, run)]);
    },
    fail: (video, { run }, failure) =>
      unlessOvertaken([endFetch(table, video, run), ...putFailure(table, video, failure)]),
  };
}
