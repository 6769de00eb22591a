import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Erasure, Erasures } from '../../../app/ports/videos/erasures.ts';
import { videoFolder } from '../../../domain/videos/video-folder.ts';
import * as keys from '../keys.ts';
import { eachRowUnder, getRow } from '../rows.ts';

/** Attributes of a video's rows that name something of its own. */
const POINTERS = ['upload_id', 'reserved_video_id', 'job_id', 'session_id'] as const;

interface WhatIsErased extends Pick<Erasures, 'ids' | 'jobs' | 'strayFolders'> {
  /** Digests of the addresses under which its links were sent. */
  links(erasure: Erasure): Promise<string[]>;
}

/** What an erasure takes along: found by the rows that lie behind the video's own. */
export function whatIsErased(db: DynamoDBDocumentClient, table: string): WhatIsErased {
  const rows = (video: Erasure, kind?: string) => rowsOf(db, table, video, kind);
  /** The video, and those that gave way to it because their links led to it. */
  const videosOf = async (erasure: Erasure): Promise<Erasure[]> => {
    const found = [erasure];
    for await (const { moved_from: videoId } of rows(erasure, 'LINK#')) {
      if (typeof videoId === 'string') found.push(...(await videosOf({ ...erasure, videoId })));
    }
    return found;
  };
  const namesOf = async (erasure: Erasure, kind: string, attribute: string): Promise<string[]> => {
    const found: string[] = [];
    for (const video of await videosOf(erasure)) {
      for await (const row of rows(video, kind)) found.push(String(row[attribute]));
    }
    return found;
  };
  return {
    async ids(erasure) {
      const found = new Set<string>();
      for (const video of await videosOf(erasure)) {
        found.add(video.videoId);
        for await (const row of rows(video)) {
          for (const name of POINTERS) if (typeof row[name] === 'string') found.add(row[name]);
        }
      }
      return [...found];
    },
    async jobs(erasure) {
      const ids = await namesOf(erasure, 'JOB#', 'job_id');
      const slots: unknown = (await getRow(db, table, keys.slots(erasure.orgId)))?.['slots'];
      const held: ReadonlySet<string> = slots instanceof Set ? slots : new Set();
      return ids.map((jobId) => ({ jobId, holdsSlot: held.has(jobId) }));
    },
    links: (erasure) => namesOf(erasure, 'LINK#', 'link_digest'),
    async strayFolders(erasure) {
      const { orgId } = erasure;
      const folders = new Set<string>();
      for await (const { reserved_video_id: reserved } of rows(erasure, 'UPLOAD#')) {
        if (typeof reserved === 'string') folders.add(videoFolder(orgId, reserved));
      }
      for (const { videoId } of await videosOf(erasure)) folders.add(videoFolder(orgId, videoId));
      folders.delete(videoFolder(orgId, erasure.videoId));
      return [...folders];
    },
  };
}

/** Rows that lie behind a video's own, of one kind or of all. */
export function rowsOf(
  db: DynamoDBDocumentClient,
  table: string,
  { orgId, videoId }: Erasure,
  kind = '',
): AsyncGenerator<keys.Row> {
  const { pk, sk } = keys.video(orgId, videoId);
  return eachRowUnder(db, table, { pk, sk: `${sk}#${kind}` });
}
