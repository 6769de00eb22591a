import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ZodError, type z } from 'zod';
import type { ListedRows, VideoLists } from '../../../app/ports/videos/video-list.ts';
import type { PaidFor } from '../../../domain/accounts/paid-windows.ts';
import { PendingVideo } from '../../../domain/videos/pending-video.ts';
import { StoredThumbnail } from '../../../domain/videos/thumbnail.ts';
import { VideoRecord } from '../../../domain/videos/video-record.ts';
import { PaidRow, paidFor } from '../accounts/paid-row.ts';
import * as keys from '../keys.ts';
import { getRow, newest, rowsUnder } from '../rows.ts';
import { type PassOver, unreadableRow } from '../unreadable.ts';
import { type IsOver, NEVER_OVER } from './over.ts';
import { isStored } from './videos.ts';

/**
 * Rows looked at for each id that is wanted: a video has its own, and some for its uploads, jobs
 * and paid windows.
 */
const ROWS_PER_VIDEO = 5;

/** How the sort keys of a video's rows begin. */
const [VIDEO] = keys.video('', '').sk.split('#');

/** Videos out of the one partition where their own rows lie among those of what belongs to them. */
export function dynamoVideoLists(
  db: DynamoDBDocumentClient,
  table: string,
  isOver: IsOver = NEVER_OVER,
): VideoLists {
  /**
   * Videos below a sort key, the newest first, each with its rows as far as those that are looked at
   * tell. Of all that belongs to a video its uploads sort last, and its own row first: where that is
   * not among them, there may be more.
   */
  const videosBelow = async (orgId: string, above: string, wanted: number) => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND sk < :above',
        ExpressionAttributeValues: { ':pk': keys.video(orgId, '').pk, ':above': above },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: wanted * ROWS_PER_VIDEO,
      }),
    );
    const videos = new Map<string, keys.Row[]>();
    for (const row of Items) {
      const [kind, videoId = ''] = String(row['sk']).split('#');
      if (kind !== VIDEO) continue;
      const rows = videos.get(videoId);
      if (rows) rows.push(row);
      else videos.set(videoId, [row]);
    }
    return [...videos].slice(0, wanted);
  };
  const newestUpload = async (orgId: string, videoId: string): Promise<string | undefined> => {
    const [row] = await rowsUnder(db, table, keys.videoUpload(orgId, videoId, ''), newest(1));
    return row && String(row['upload_id']);
  };
  const listed = async (
    row: keys.Row | undefined,
    paid: readonly keys.Row[],
    uploadId: string | undefined,
  ): Promise<ListedRows | undefined> => {
    const video = videoIn(row);
    if (!row || !video || (await isOver(row))) return undefined;
    return {
      video,
      keptFrom: String(row['kept_from']),
      lookAt: String(row['due_at']),
      uploadId,
      paid: byLevel(paid.filter(({ version }) => version === video.version)),
      thumbnail: StoredThumbnail.optional().parse(row['thumbnail']),
    };
  };
  const read = async (
    orgId: string,
    videoId: string,
    upload: string | undefined | Promise<string | undefined>,
  ): Promise<ListedRows | undefined> => {
    const [row, paid, uploadId] = await Promise.all([
      getRow(db, table, keys.video(orgId, videoId)),
      rowsUnder(db, table, keys.paidWindows(orgId, videoId)),
      upload,
    ]);
    return await listed(row, paid, uploadId);
  };
  /** @param rows of the video, from the last one on */
  const seen = async (
    orgId: string,
    videoId: string,
    rows: readonly keys.Row[],
  ): Promise<ListedRows | undefined> => {
    const below = (key: keys.Key) => rows.filter(({ sk }) => String(sk).startsWith(key.sk));
    const [newestOf] = below(keys.videoUpload(orgId, videoId, ''));
    const uploadId = newestOf && String(newestOf['upload_id']);
    const own = rows.at(-1);
    if (own?.['sk'] !== keys.video(orgId, videoId).sk) return await read(orgId, videoId, uploadId);
    return await listed(own, below(keys.paidWindows(orgId, videoId)).reverse(), uploadId);
  };
  return {
    async list(orgId, limit, { before, passOver } = {}) {
      const found: ListedRows[] = [];
      // Everything of all videos sorts before it.
      let above = before === undefined ? keys.video(orgId, '~').sk : keys.video(orgId, before).sk;
      while (found.length < limit) {
        const videos = await videosBelow(orgId, above, limit - found.length);
        const last = videos.at(-1);
        if (last === undefined) break;
        const rows = await Promise.all(
          videos.map(([id, own]) => seen(orgId, id, own).catch(unread(orgId, id, passOver))),
        );
        found.push(...rows.filter((row) => row !== undefined));
        above = keys.video(orgId, last[0]).sk;
      }
      return found;
    },
    find: (orgId, videoId) => read(orgId, videoId, newestUpload(orgId, videoId)),
    async findByDigest(orgId, sha256) {
      const row = await getRow(db, table, keys.sha256(orgId, sha256));
      return row && String(row['video_id']);
    },
  };
}

/** Takes what was thrown for a row of a video that cannot be read, and nothing else. */
const unread =
  (orgId: string, videoId: string, passOver: PassOver | undefined) =>
  (error: unknown): undefined => {
    if (!passOver || !(error instanceof ZodError)) throw error;
    passOver(unreadableRow(keys.video(orgId, videoId), error));
  };

/**
 * Undefined for the note of an erasure, of a link that failed, or of a video that gave way to
 * another.
 */
function videoIn(row: keys.Row | undefined): VideoRecord | PendingVideo | undefined {
  if (isStored(row)) return VideoRecord.parse(row);
  return row?.['pending'] === true ? PendingVideo.parse(row) : undefined;
}

function byLevel(rows: readonly keys.Row[]): Map<string, PaidFor> {
  const levels = new Map<string, z.infer<typeof PaidRow>[]>();
  for (const row of rows) {
    const level = keys.levelOf(String(row['sk']));
    levels.set(level, [...(levels.get(level) ?? []), PaidRow.parse(row)]);
  }
  return new Map([...levels].map(([level, paid]) => [level, paidFor(paid)]));
}
