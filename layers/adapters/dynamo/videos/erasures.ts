import {
  DeleteCommand,
  type DeleteCommandInput,
  type DynamoDBDocumentClient,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Erasure, Erasures } from '../../../app/ports/videos/erasures.ts';
import { videoFolder } from '../../../domain/videos/video-folder.ts';
import { toldOf } from '../../../domain/webhooks/new-delivery.ts';
import { deliveryIdOf } from '../../../domain/webhooks/webhook-delivery.ts';
import { keepEnds } from '../batches/items-of-job.ts';
import { dropWaitingItems } from '../batches/waiting-items.ts';
import { dueFrom, dueRows } from '../due.ts';
import { findJob } from '../jobs/job-rows.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld } from '../rows.ts';
import { sha256Hex } from '../sha256-hex.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';

/** Partition of the `due` index that holds the erasures not yet ended. */
/** One that was not brought to its end by then is taken up by the sweep. */
const UNFINISHED_AFTER_MS = 60_000;

/** Attributes of a video's rows that name something of its own. */
const POINTERS = ['upload_id', 'reserved_video_id', 'job_id', 'session_id'] as const;

type Condition = Pick<DeleteCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;

export function dynamoErasures(db: DynamoDBDocumentClient, table: string): Erasures {
  const rowsOf = async function* (
    { orgId, videoId }: Erasure,
    kind = '',
  ): AsyncGenerator<keys.Row> {
    const { pk, sk } = keys.video(orgId, videoId);
    const pages = paginateQuery(
      { client: db },
      {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': `${sk}#${kind}` },
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) yield* Items;
  };
  /** Another eraser may have been there first. */
  const remove = async (Key: keys.Key, condition: Condition = {}) => {
    await ifHeld(db.send(new DeleteCommand({ TableName: table, Key, ...condition })));
  };
  const removeJob = async (orgId: string, jobId: string) => {
    const job = await findJob(db, table, orgId, jobId);
    const key = job?.idempotency_key;
    const own = key === undefined ? [] : [sha256Hex(key)];
    for (const digest of job ? [...own, ...(job.also_keyed ?? [])] : []) {
      // A later job may hold the key by now.
      await remove(keys.idempotency(orgId, job?.operation ?? '', digest), {
        ConditionExpression: 'job_id = :job',
        ExpressionAttributeValues: { ':job': jobId },
      });
    }
    // The word that a job was cancelled is still to be brought; it says nothing of the video, and
    // expires.
    for (const { id } of job ? toldOf(job) : []) {
      await remove(keys.webhook(orgId, id), { ConditionExpression: 'attribute_not_exists(due)' });
    }
    const pointers = job ? await keepEnds(db, table, job) : [];
    for (const pointer of pointers) await remove(pointer);
    await remove(keys.job(orgId, jobId));
  };

  const removeUpload = async (orgId: string, uploadId: string) => {
    // It says what the video is, and that it is there.
    await remove(keys.webhook(orgId, deliveryIdOf(uploadId)));
    await remove(keys.upload(orgId, uploadId));
  };

  /** Videos that gave way to this one, because their links led to it. */
  const movedTo = async (erasure: Erasure): Promise<Erasure[]> => {
    const moved: Erasure[] = [];
    for await (const { moved_from: videoId } of rowsOf(erasure, 'LINK#')) {
      if (typeof videoId !== 'string') continue;
      const from = { orgId: erasure.orgId, videoId };
      moved.push(from, ...(await movedTo(from)));
    }
    return moved;
  };
  const idsOf = async (erasure: Erasure): Promise<string[]> => {
    const found = new Set<string>();
    for (const video of [erasure, ...(await movedTo(erasure))]) {
      found.add(video.videoId);
      for await (const row of rowsOf(video)) {
        for (const name of POINTERS) if (typeof row[name] === 'string') found.add(row[name]);
      }
    }
    return [...found];
  };
  const dropItems = async (erasure: Erasure): Promise<void> => {
    const links: string[] = [];
    for (const video of [erasure, ...(await movedTo(erasure))]) {
      for await (const row of rowsOf(video, 'LINK#')) links.push(String(row['link_digest']));
    }
    await dropWaitingItems(db, table, erasure.orgId, { ids: await idsOf(erasure), links });
  };
  const deleteRows = async (erasure: Erasure): Promise<void> => {
    const { orgId } = erasure;
    for await (const row of rowsOf(erasure)) {
      // What a row leads to goes before the row, so that a repeat still finds the way.
      if (row['job_id'] !== undefined) await removeJob(orgId, String(row['job_id']));
      if (row['upload_id'] !== undefined) await removeUpload(orgId, String(row['upload_id']));
      if (row['session_id'] !== undefined) {
        await remove(keys.questionSession(orgId, String(row['session_id'])));
      }
      if (row['link_digest'] !== undefined) {
        // Another video may have the link by now.
        await remove(keys.link(orgId, String(row['link_digest'])), {
          ConditionExpression: 'video_id = :video',
          ExpressionAttributeValues: { ':video': erasure.videoId },
        });
      }
      if (typeof row['moved_from'] === 'string') {
        const from = { orgId, videoId: row['moved_from'] };
        await deleteRows(from);
        await remove(keys.video(orgId, from.videoId));
      }
      await remove({ pk: String(row['pk']), sk: String(row['sk']) });
    }
  };

  return {
    async begin(erasure, at) {
      const { orgId, videoId } = erasure;
      const key = keys.video(orgId, videoId);
      for (;;) {
        const row = await getRow(db, table, key);
        if (!row || row['cleared'] === true) return undefined;
        if (row['version'] === undefined) return 'resumed';
        try {
          await transact(db, [
            putNote(table, key, erasure, row, at),
            ...forgetNames(table, row),
            ...noteLink(table, row),
          ]);
          return 'begun';
        } catch (error) {
          // Somebody else erases it at the same time; look again.
          if (!(error instanceof ConditionFailed)) throw error;
        }
      }
    },
    ids: idsOf,
    async jobs(erasure) {
      const found: string[] = [];
      for (const video of [erasure, ...(await movedTo(erasure))]) {
        for await (const row of rowsOf(video, 'JOB#')) found.push(String(row['job_id']));
      }
      return found;
    },
    async strayFolders(erasure) {
      const folders = new Set<string>();
      for await (const { reserved_video_id: reserved } of rowsOf(erasure, 'UPLOAD#')) {
        if (typeof reserved === 'string') folders.add(videoFolder(erasure.orgId, reserved));
      }
      for (const { orgId, videoId } of await movedTo(erasure)) {
        folders.add(videoFolder(orgId, videoId));
      }
      folders.delete(videoFolder(erasure.orgId, erasure.videoId));
      return [...folders];
    },
    async deleteRows(erasure) {
      // While the names are there by which they ask for it.
      await dropItems(erasure);
      await deleteRows(erasure);
    },
    async end({ orgId, videoId }, lookAgain) {
      const key = keys.video(orgId, videoId);
      if (lookAgain === undefined) {
        await remove(key, { ConditionExpression: 'attribute_not_exists(version)' });
        return;
      }
      await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: key,
            UpdateExpression: 'SET cleared = :yes, due_at = :at',
            ConditionExpression: 'begins_with(due, :erasures)',
            ExpressionAttributeValues: {
              ':yes': true,
              ':at': lookAgain.toISOString(),
              ':erasures': 'erasure',
            },
          }),
        ),
      );
    },
    async due(time, limit) {
      const rows = await dueRows(db, table, 'erasure', time, limit);
      return rows.map((row) => ({
        orgId: String(row['org_id']),
        videoId: String(row['video_id']),
        interrupted: row['cleared'] !== true,
      }));
    },
  };
}

const putNote = (
  table: string,
  key: keys.Key,
  { orgId, videoId }: Erasure,
  video: keys.Row,
  at: Date,
) => ({
  name: 'video',
  item: {
    Put: {
      TableName: table,
      Item: {
        ...key,
        org_id: orgId,
        video_id: videoId,
        ...dueFrom('erasure', key, new Date(at.getTime() + UNFINISHED_AFTER_MS)),
      },
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': video['version'] },
    },
  },
});

/**
 * The link stands among the video's further ones until those go: items of batches may wait under
 * it.
 */
const noteLink = (table: string, { org_id, video_id, link }: keys.Row): Write[] =>
  link === undefined
    ? []
    : [
        {
          name: 'link',
          item: {
            Update: {
              TableName: table,
              Key: keys.videoLink(org_id, video_id, link.digest),
              UpdateExpression: 'SET link_digest = :digest',
              ExpressionAttributeValues: { ':digest': link.digest },
            },
          },
        },
      ];

/** What leads to the video: its bytes, or its link. Another video may have the name by now. */
function forgetNames(table: string, video: keys.Row): Write[] {
  const { org_id: orgId, sha256, link } = video;
  const names = [
    ...(typeof sha256 === 'string' ? [keys.sha256(orgId, sha256)] : []),
    ...(link === undefined ? [] : [keys.link(orgId, link.digest)]),
  ];
  return names.map((Key) => ({
    name: 'name',
    item: {
      Delete: {
        TableName: table,
        Key,
        ConditionExpression: 'attribute_not_exists(pk) OR video_id = :video',
        ExpressionAttributeValues: { ':video': video['video_id'] },
      },
    },
  }));
}
