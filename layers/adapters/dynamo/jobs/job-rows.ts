import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { JobRecord } from '../../../domain/jobs/job-record.ts';
import type { StoredThumbnail } from '../../../domain/videos/thumbnail.ts';
import * as keys from '../keys.ts';
import { getRow } from '../rows.ts';
import type { Write } from '../transact.ts';

export async function findJob(
  db: DynamoDBDocumentClient,
  table: string,
  orgId: string,
  jobId: string,
): Promise<JobRecord | undefined> {
  const row = await getRow(db, table, keys.job(orgId, jobId));
  return row && JobRecord.parse(row);
}

/** Undefined of a row that cannot be read as a whole, of another release or damaged. */
export function wholeJob(row: keys.Row): JobRecord | undefined {
  try {
    return JobRecord.parse(row);
  } catch {
    return undefined;
  }
}

/**
 * Makes sure that nobody asked meanwhile to be told of the end of a job: its transaction writes a
 * delivery for each.
 */
export const sameTold = ({ also_told }: Pick<JobRecord, 'also_told'>) =>
  also_told === undefined
    ? { condition: 'attribute_not_exists(also_told)', values: {} }
    : { condition: 'also_told = :told', values: { ':told': also_told } };

type About = Pick<JobRecord, 'org_id' | 'video_id' | 'video_version'>;

/** Makes sure that the video of a job is still the one that it was accepted for. */
export const checkVideo = (table: string, { org_id, video_id, video_version }: About): Write => ({
  name: 'video',
  item: {
    ConditionCheck: {
      TableName: table,
      Key: keys.video(org_id, video_id),
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': video_version },
    },
  },
});

/** As `checkVideo`, and puts a picture beside the video: for as many write units. */
export const putThumbnail = (
  table: string,
  { org_id, video_id, video_version }: About,
  thumbnail: StoredThumbnail,
): Write => ({
  name: 'video',
  item: {
    Update: {
      TableName: table,
      Key: keys.video(org_id, video_id),
      UpdateExpression: 'SET thumbnail = :thumbnail',
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': video_version, ':thumbnail': thumbnail },
    },
  },
});

/** Frees the slot of a job that ends. */
export const freeSlot = (table: string, orgId: string, jobId: string): Write => ({
  name: 'slot',
  item: {
    Update: {
      TableName: table,
      Key: keys.slots(orgId),
      UpdateExpression: 'DELETE slots :job',
      ExpressionAttributeValues: { ':job': new Set([jobId]) },
    },
  },
});
