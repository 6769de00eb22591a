import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { LeaseLost } from '../../../app/ports/jobs/jobs.ts';
import type { Fetches } from '../../../app/ports/links/fetches.ts';
import type { PendingVideo } from '../../../domain/videos/pending-video.ts';
import { HELD, held, STATUS } from '../jobs/held-run.ts';
import * as keys from '../keys.ts';
import { endFetch, nameLink, videoRow, whilePending } from '../links/link-rows.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { keptRow } from './retention.ts';
import type { FollowVideo, Get } from './video-states.ts';

/** Links that are named by others in the meantime are looked at again. */
const MOST_LOOKS = 20;

/** No job is accepted any more about a video of this version. */
const MOVED_VERSION = 'moved';

/**
 * Names a pending video by what its link stands for, or lets it give way to the video of that name:
 * one transaction.
 */
export const renameVideo =
  (
    db: DynamoDBDocumentClient,
    table: string,
    { get, follow }: { readonly get: Get; readonly follow: FollowVideo },
  ): Fetches['rename'] =>
  async (video, { run, orgId }, { platform, ...link }) => {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const row = await get(keys.link(orgId, link.digest));
      const seen = row && String(row['video_id']);
      const state =
        seen === undefined || seen === video.video_id || row?.['error'] !== undefined
          ? undefined
          : await follow(orgId, seen);
      const other = state && state.kind !== 'failed' ? state.video : undefined;
      // It may have given way to this one.
      const writes =
        other && other.video_id !== video.video_id
          ? giveWay(table, video, run, other)
          : giveName(table, video, run, { video: { ...video, platform, link }, seen });
      try {
        await transact(db, writes);
        return other && other.video_id !== video.video_id ? 'moved' : 'given';
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (error.writes.has('video') || error.writes.has('fetch')) return 'lost';
      }
    }
    throw new Error(`the link of ${video.video_id} changes its video all the time`);
  };

/** The link by which it was sent goes on leading to it. */
const giveName = (
  table: string,
  { org_id, video_id, link }: PendingVideo,
  run: string,
  renamed: { readonly video: PendingVideo; readonly seen: string | undefined },
): Write[] => [
  {
    name: 'fetch',
    item: {
      ConditionCheck: {
        TableName: table,
        Key: keys.fetch(org_id, video_id),
        ConditionExpression: 'run = :run',
        ExpressionAttributeValues: { ':run': run },
      },
    },
  },
  {
    name: 'video',
    item: {
      Put: { TableName: table, Item: videoRow(renamed.video), ...whilePending(renamed.video) },
    },
  },
  nameLink(table, renamed.video, renamed.seen, {}),
  furtherLink(table, { org_id, video_id, link }),
];

/** What stays of the video tells its jobs where to go. */
const giveWay = (
  table: string,
  video: PendingVideo,
  run: string,
  other: { readonly video_id: string; readonly version: string },
): Write[] => {
  const { org_id, video_id, link, created_at } = video;
  const aliased = { org_id, video_id: other.video_id, link };
  return [
    endFetch(table, video, run),
    {
      name: 'video',
      item: {
        Put: {
          TableName: table,
          Item: {
            ...keys.video(org_id, video_id),
            org_id,
            video_id,
            version: MOVED_VERSION,
            moved_to: other.video_id,
            ...keptRow(video, created_at),
          },
          ...whilePending(video),
        },
      },
    },
    nameLink(table, aliased, video_id, {}),
    furtherLink(table, aliased, { moved_from: video_id }),
    ofVersion(table, { org_id, ...other }),
  ];
};

const furtherLink = (
  table: string,
  { org_id, video_id, link }: Pick<PendingVideo, 'org_id' | 'video_id' | 'link'>,
  more: keys.Row = {},
): Write => ({
  name: 'further',
  item: {
    Put: {
      TableName: table,
      Item: { ...keys.videoLink(org_id, video_id, link.digest), link_digest: link.digest, ...more },
    },
  },
});

const ofVersion = (
  table: string,
  { org_id, video_id, version }: Pick<PendingVideo, 'org_id' | 'video_id' | 'version'>,
): Write => ({
  name: 'other',
  item: {
    ConditionCheck: {
      TableName: table,
      Key: keys.video(org_id, video_id),
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': version },
    },
  },
});

/**
 * Makes a job one about the video that took the place of its own; done again, it changes nothing.
 */
export const followVideo =
  (db: DynamoDBDocumentClient, table: string, get: Get): Fetches['follow'] =>
  async ({ org_id, job_id, video_id: from }, run, to) => {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const row = await get(keys.video(org_id, to));
      if (row?.['version'] === undefined) return undefined;
      const version = String(row['version']);
      try {
        await transact(db, [
          {
            name: 'job',
            item: {
              Update: {
                TableName: table,
                Key: keys.job(org_id, job_id),
                UpdateExpression: 'SET video_id = :video, video_version = :version',
                ConditionExpression: HELD,
                ExpressionAttributeNames: STATUS,
                ExpressionAttributeValues: {
                  ...held(run),
                  ':video': to,
                  ':version': version,
                },
              },
            },
          },
          ofVersion(table, { org_id, video_id: to, version }),
          {
            name: 'pointer',
            item: {
              Put: { TableName: table, Item: { ...keys.videoJob(org_id, to, job_id), job_id } },
            },
          },
          {
            name: 'pointer',
            item: { Delete: { TableName: table, Key: keys.videoJob(org_id, from, job_id) } },
          },
        ]);
        return { video_id: to, video_version: version };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (error.writes.has('job')) throw new LeaseLost(run, { cause: error });
      }
    }
    return undefined;
  };
