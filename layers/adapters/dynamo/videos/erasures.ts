import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Erasure, Erasures } from '../../../app/ports/videos/erasures.ts';
import { dropWaitingItems } from '../batches/waiting-items.ts';
import { dueFrom, dueRows } from '../due.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld, removeRow } from '../rows.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { eraseRows } from './erase-rows.ts';
import { whatIsErased } from './what-is-erased.ts';

/** An erasure that was not brought to its end by then is taken up by the sweep. */
const UNFINISHED_AFTER_MS = 60_000;

/**
 * Erasures in the records table. The note of one is a row under the video's key without a version,
 * which is due until the erasure has ended.
 */
export function dynamoErasures(db: DynamoDBDocumentClient, table: string): Erasures {
  const { links, ...found } = whatIsErased(db, table);
  return {
    ...found,
    async begin(erasure, at) {
      const key = keys.video(erasure.orgId, erasure.videoId);
      let others: ReadonlySet<string> = new Set();
      for (;;) {
        const row = await getRow(db, table, key);
        if (!row || row['cleared'] === true) return undefined;
        if (row['version'] === undefined) return 'resumed';
        try {
          await transact(db, [
            putNote(table, key, erasure, row, at),
            ...forgetNames(table, row, others),
            ...noteLink(table, row),
          ]);
          return 'begun';
        } catch (error) {
          // Somebody else erases it at the same time; look again.
          if (!(error instanceof ConditionFailed)) throw error;
          if (error.writes.has('name')) others = await othersNames(db, table, row);
        }
      }
    },
    async deleteRows(erasure) {
      // While the names are there by which they ask for it.
      await dropWaitingItems(db, table, erasure.orgId, {
        ids: await found.ids(erasure),
        links: await links(erasure),
      });
      await eraseRows(db, table, erasure);
    },
    async end({ orgId, videoId }, lookAgain) {
      const key = keys.video(orgId, videoId);
      if (lookAgain === undefined) {
        await removeRow(db, table, key, { ConditionExpression: 'attribute_not_exists(version)' });
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
    async putOff({ orgId, videoId }, until) {
      await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: keys.video(orgId, videoId),
            UpdateExpression: 'SET due_at = :at',
            ConditionExpression: 'begins_with(due, :erasures)',
            ExpressionAttributeValues: { ':at': until.toISOString(), ':erasures': 'erasure' },
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

/** What leads to a video: its bytes, or its link. */
const namesOf = ({ org_id: orgId, sha256, link }: keys.Row): keys.Key[] => [
  ...(typeof sha256 === 'string' ? [keys.sha256(orgId, sha256)] : []),
  ...(link === undefined ? [] : [keys.link(orgId, link.digest)]),
];

/** Sort keys of the names that another video has by now: they are left to it. */
async function othersNames(
  db: DynamoDBDocumentClient,
  table: string,
  video: keys.Row,
): Promise<ReadonlySet<string>> {
  const rows = await Promise.all(namesOf(video).map((key) => getRow(db, table, key)));
  const others = rows.filter((row) => row && row['video_id'] !== video['video_id']);
  return new Set(others.map((row) => String(row?.['sk'])));
}

function forgetNames(table: string, video: keys.Row, others: ReadonlySet<string>): Write[] {
  const names = namesOf(video).filter(({ sk }) => !others.has(sk));
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
