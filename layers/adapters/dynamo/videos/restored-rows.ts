import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { RestoredRow, RestoredRows } from '../../../app/ports/videos/restored-rows.ts';
import type { Key, Row } from '../keys.ts';

/** Attributes by which a row belongs to a video, an upload or a job. */
const OWNERS = ['video_id', 'upload_id', 'reserved_video_id', 'job_id', 'session_id'] as const;
const ID = /^[a-z]{3}_/;

interface FoundRow extends RestoredRow {
  readonly key: Key;
}

/** Every row of every organization, by a scan of a table that was restored from a backup. */
export const dynamoRestoredRows = (
  db: DynamoDBDocumentClient,
  table: string,
): RestoredRows<FoundRow> => ({
  async *all() {
    const pages = paginateScan(
      { client: db },
      {
        TableName: table,
        ProjectionExpression: ['pk', 'sk', ...OWNERS].join(', '),
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) {
      for (const item of Items) {
        const found = rowOf(item);
        if (found) yield found;
      }
    }
  },
  async delete({ key }) {
    await db.send(new DeleteCommand({ TableName: table, Key: key }));
  },
});

/** Undefined for what is no organization's. */
function rowOf(item: Row): FoundRow | undefined {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const [, orgId] = /^ORG#([^#]+)$/.exec(key.pk) ?? [];
  if (orgId === undefined) return undefined;
  const [kind, first, ...more] = key.sk.split('#');
  // How an item of a batch ended stays when its video goes, with the id of its job.
  if (kind === 'BATCHITEM') return { key, orgId, ids: [] };
  const owners = OWNERS.flatMap((name) => (typeof item[name] === 'string' ? [item[name]] : []));
  const reserved = item['reserved_video_id'];
  return {
    key,
    orgId,
    ids: [first ?? '', ...more, ...owners].filter((id) => ID.test(id)),
    videoId: kind === 'VIDEO' ? first : undefined,
    jobId: kind === 'JOB' ? first : undefined,
    reservedVideoId: typeof reserved === 'string' ? reserved : undefined,
  };
}
