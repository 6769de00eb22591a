import type { Failure } from '../../../app/ports/links/fetches.ts';
import type { PendingVideo, Reservation } from '../../../domain/videos/pending-video.ts';
import type { VideoRecord } from '../../../domain/videos/video-record.ts';
import * as keys from '../keys.ts';
import type { Write } from '../transact.ts';
import { keptRow } from '../videos/retention.ts';

/** Longer than any worker lives. */
const FETCH_SECONDS = 24 * 3600;
/** Jobs that waited for a fetch that failed are still told why. */
const FAILURE_SECONDS = 24 * 3600;

const inSeconds = (at: string, more: number) => Math.floor(Date.parse(at) / 1000) + more;

type Named = Pick<PendingVideo, 'org_id' | 'video_id'> & { readonly link: { digest: string } };

/** Lets a link name a video, or say why there is none, unless it names another than was seen. */
export const nameLink = (
  table: string,
  { org_id, video_id, link }: Named,
  seen: string | undefined,
  more: keys.Row,
): Write => ({
  name: 'link',
  item: {
    Put: {
      TableName: table,
      Item: { ...keys.link(org_id, link.digest), video_id, ...more },
      ConditionExpression: 'attribute_not_exists(pk) OR video_id = :seen',
      ExpressionAttributeValues: { ':seen': seen ?? '' },
    },
  },
});

export const videoRow = (video: PendingVideo | VideoRecord) => ({
  ...keys.video(video.org_id, video.video_id),
  ...video,
  ...keptRow(video, video.created_at),
});

/**
 * A video that is still to be fetched. Like any other it is erased, with its jobs, when its time is
 * over.
 */
export const reserve = (table: string, { video, replaces }: Reservation): Write[] => [
  {
    name: 'video',
    item: {
      Put: {
        TableName: table,
        Item: videoRow(video),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  },
  nameLink(table, video, replaces, {}),
];

const STILL_PENDING = 'version = :version AND pending = :yes';

/** The condition that a video is still to be fetched. */
export const whilePending = ({ version }: PendingVideo | VideoRecord) => ({
  ConditionExpression: STILL_PENDING,
  ExpressionAttributeValues: { ':version': version, ':yes': true },
});

export const checkPending = (table: string, video: PendingVideo): Write => ({
  name: 'video',
  item: {
    ConditionCheck: {
      TableName: table,
      Key: keys.video(video.org_id, video.video_id),
      ...whilePending(video),
    },
  },
});

export const putStored = (table: string, video: VideoRecord & Named): Write[] => [
  {
    name: 'video',
    item: {
      Put: {
        TableName: table,
        Item: videoRow(video),
        ...whilePending(video),
      },
    },
  },
  nameLink(table, video, video.video_id, {}),
];

/** No job is accepted any more about a video of this version, and none that was goes on. */
const FAILED_VERSION = 'failed';

/** What stays of the video is what its jobs are erased by. */
export const putFailure = (
  table: string,
  video: PendingVideo,
  { error, until }: Failure,
): Write[] => [
  {
    name: 'video',
    item: {
      Put: {
        TableName: table,
        Item: {
          ...keys.video(video.org_id, video.video_id),
          org_id: video.org_id,
          video_id: video.video_id,
          version: FAILED_VERSION,
          // For links that lead to it beside its own.
          error,
          until,
          ...keptRow(video, video.created_at),
        },
        ...whilePending(video),
      },
    },
  },
  nameLink(table, video, video.video_id, {
    error,
    until,
    expires_at: inSeconds(until, FAILURE_SECONDS),
  }),
];

/** Makes a run the one that fetches, in the place of the one that was seen to. */
export const takeFetch = (
  table: string,
  { org_id, video_id }: PendingVideo,
  { run, jobId, seen, at }: { run: string; jobId: string; seen: string | undefined; at: Date },
): Write => ({
  name: 'fetch',
  item: {
    Put: {
      TableName: table,
      Item: {
        ...keys.fetch(org_id, video_id),
        run,
        fetched_for: jobId,
        expires_at: inSeconds(at.toISOString(), FETCH_SECONDS),
      },
      ConditionExpression: 'attribute_not_exists(pk) OR run = :seen',
      ExpressionAttributeValues: { ':seen': seen ?? '' },
    },
  },
});

/** Ends a fetch, if it is still this run's. */
export const endFetch = (
  table: string,
  { org_id, video_id }: Pick<PendingVideo, 'org_id' | 'video_id'>,
  run: string,
): Write => ({
  name: 'fetch',
  item: {
    Delete: {
      TableName: table,
      Key: keys.fetch(org_id, video_id),
      ConditionExpression: 'run = :run',
      ExpressionAttributeValues: { ':run': run },
    },
  },
});
