import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Erasure } from '../../../app/ports/videos/erasures.ts';
import { eachAtATime } from '../../../domain/each-at-a-time.ts';
import { EndingJob } from '../../../domain/jobs/job-record.ts';
import { toldOf } from '../../../domain/webhooks/new-delivery.ts';
import { deliveryIdOf } from '../../../domain/webhooks/webhook-delivery.ts';
import { keepEnds } from '../batches/items-of-job.ts';
import { wholeJob } from '../jobs/job-rows.ts';
import * as keys from '../keys.ts';
import { getRow, removeRow } from '../rows.ts';
import { sha256Hex } from '../sha256-hex.ts';
import { rowsOf } from './what-is-erased.ts';

/** A video may have thousands of jobs, each with rows of its own. */
const ROWS_AT_A_TIME = 16;

/** Deletes the rows that lie behind a video's own, and those that each of them leads to. */
export async function eraseRows(
  db: DynamoDBDocumentClient,
  table: string,
  erasure: Erasure,
): Promise<void> {
  await eachAtATime(ROWS_AT_A_TIME, rowsOf(db, table, erasure), async (row) => {
    // What a row leads to goes before the row, so that a repeat still finds the way.
    await eraseBehind(db, table, erasure, row);
    await removeRow(db, table, { pk: String(row['pk']), sk: String(row['sk']) });
  });
}

async function eraseBehind(
  db: DynamoDBDocumentClient,
  table: string,
  { orgId, videoId }: Erasure,
  { job_id, upload_id, session_id, link_digest, moved_from }: keys.Row,
): Promise<void> {
  if (job_id !== undefined) await eraseJob(db, table, orgId, String(job_id));
  if (upload_id !== undefined) await eraseUpload(db, table, orgId, String(upload_id));
  if (session_id !== undefined) {
    await removeRow(db, table, keys.questionSession(orgId, String(session_id)));
  }
  if (link_digest !== undefined) {
    // Another video may have the link by now.
    await removeRow(db, table, keys.link(orgId, String(link_digest)), {
      ConditionExpression: 'video_id = :video',
      ExpressionAttributeValues: { ':video': videoId },
    });
  }
  if (typeof moved_from === 'string') {
    await eraseRows(db, table, { orgId, videoId: moved_from });
    await removeRow(db, table, keys.video(orgId, moved_from));
  }
}

async function eraseJob(
  db: DynamoDBDocumentClient,
  table: string,
  orgId: string,
  jobId: string,
): Promise<void> {
  const row = await getRow(db, table, keys.job(orgId, jobId));
  if (row) {
    const job = wholeJob(row) ?? EndingJob.parse(row);
    const { idempotency_key: key, also_keyed = [], operation } = job;
    for (const digest of key === undefined ? also_keyed : [sha256Hex(key), ...also_keyed]) {
      // A later job may hold the key by now.
      await removeRow(db, table, keys.idempotency(orgId, operation, digest), {
        ConditionExpression: 'job_id = :job',
        ExpressionAttributeValues: { ':job': jobId },
      });
    }
    // The word that a job was cancelled is still to be brought; it says nothing of the video, and
    // expires.
    for (const { id } of toldOf(job)) {
      await removeRow(db, table, keys.webhook(orgId, id), {
        ConditionExpression: 'attribute_not_exists(due)',
      });
    }
    for (const pointer of await keepEnds(db, table, job)) await removeRow(db, table, pointer);
  }
  await removeRow(db, table, keys.job(orgId, jobId));
}

async function eraseUpload(
  db: DynamoDBDocumentClient,
  table: string,
  orgId: string,
  uploadId: string,
): Promise<void> {
  // It says what the video is, and that it is there.
  await removeRow(db, table, keys.webhook(orgId, deliveryIdOf(uploadId)));
  await removeRow(db, table, keys.upload(orgId, uploadId));
}
