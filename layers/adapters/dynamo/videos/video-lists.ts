import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { z } from 'zod';
import type { ListedRows, VideoLists } from '../../../app/ports/videos/video-list.ts';
import type { PaidFor } from '../../../domain/accounts/paid-windows.ts';
import { PendingVideo } from '../../../domain/videos/pending-video.ts';
import { StoredThumbnail } from '../../../domain/videos/thumbnail.ts';
import { VideoRecord } from '../../../domain/videos/video-record.ts';
import { PaidRow, paidFor } from '../accounts/paid-row.ts';
import * as keys from '../keys.ts';
import { getRow, newest, rowsUnder } from '../rows.ts';
import { isStored } from './videos.ts';

/**
 * Rows looked at for ids at once: a video has its own, and some for its uploads, jobs and paid
 * windows.
 */
const ROWS_AT_ONCE = 20;

/** Videos out of the one partition where their own rows lie among those of what belongs to them. */
export function dynamoVideoLists(db: DynamoDBDocumentClient, table: string): VideoLists {
  /** Ids below a sort key, the newest first, as far as a few rows tell. */
  const idsBelow = async (orgId: string, above: string): Promise<string[]> => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND sk < :above',
        ExpressionAttributeValues: { ':pk': keys.video(orgId, '').pk, ':above': above },
        ProjectionExpression: 'sk',
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: ROWS_AT_ONCE,
      }),
    );
    const [kind] = keys.video(orgId, '').sk.split('#');
    const found = Items.map(({ sk }) => String(sk).split('#')).filter(([of]) => of === kind);
    return [...new Set(found.map(([, videoId = '']) => videoId))];
  };
  const read = async (orgId: string, videoId: string): Promise<ListedRows | undefined> => {
    const [row, paid, uploads] = await Promise.all([
      getRow(db, table, keys.video(orgId, videoId)),
      rowsUnder(db, table, keys.paidWindows(orgId, videoId)),
      rowsUnder(db, table, keys.videoUpload(orgId, videoId, ''), newest(1)),
    ]);
    const video = videoIn(row);
    if (!row || !video) return undefined;
    const uploadId: unknown = uploads[0]?.['upload_id'];
    return {
      video,
      keptFrom: String(row['kept_from']),
      uploadId: typeof uploadId === 'string' ? uploadId : undefined,
      paid: byLevel(paid.filter(({ version }) => version === video.version)),
      thumbnail: StoredThumbnail.optional().parse(row['thumbnail']),
    };
  };
  return {
    async list(orgId, limit, before) {
      const found: ListedRows[] = [];
      // Everything of all videos sorts before it.
      let above = before === undefined ? keys.video(orgId, '~').sk : keys.video(orgId, before).sk;
      while (found.length < limit) {
        const ids = await idsBelow(orgId, above);
        const last = ids.at(-1);
        if (last === undefined) break;
        const rows = await Promise.all(ids.map((videoId) => read(orgId, videoId)));
        found.push(...rows.filter((row) => row !== undefined));
        above = keys.video(orgId, last).sk;
      }
      return found.slice(0, limit);
    },
    find: read,
    async findByDigest(orgId, sha256) {
      const row = await getRow(db, table, keys.sha256(orgId, sha256));
      return row && String(row['video_id']);
    },
  };
}

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
