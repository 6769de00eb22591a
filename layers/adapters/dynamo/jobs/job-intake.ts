import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { JobIntake } from '../../../app/ports/jobs/jobs.ts';
import { EndingJob, JobRecord } from '../../../domain/jobs/job-record.ts';
import * as keys from '../keys.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { getRow, getRows, newest, rowsUnder } from '../rows.ts';
import { sha256Hex } from '../sha256-hex.ts';
import { ConditionFailed, transact } from '../transact.ts';
import { readable } from '../unreadable.ts';
import {
  aboutVideo,
  addTo,
  claimKey,
  claimQuestion,
  putQueued,
  refusalOf,
  takeSlot,
} from './intake-writes.ts';
import { findJob } from './job-rows.ts';

/**
 * Accepts jobs: one transaction writes the job, takes its slot and its idempotency key, and
 * checks its video. Which of these did not hold is the answer; nothing is thrown for it.
 */
export function dynamoJobIntake(db: DynamoDBDocumentClient, table: string): JobIntake {
  // All jobs of an organization take their slot in one row: taking turns is cheaper than colliding.
  const inTurn = oneAtATime();
  return {
    accept: (job, { concurrency, idempotency, reserving, question }) =>
      inTurn(job.org_id, async () => {
        const writes = [
          putQueued(table, job),
          takeSlot(table, job, concurrency),
          ...aboutVideo(table, job, reserving),
          ...claimKey(table, job, idempotency),
          ...claimQuestion(table, job, question),
        ];
        try {
          await transact(db, writes);
          return 'accepted';
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
          return refusalOf(error);
        }
      }),
    find: (orgId, jobId) => findJob(db, table, orgId, jobId),
    async statusOf(orgId, jobId) {
      const row = await getRow(db, table, keys.job(orgId, jobId));
      return row && EndingJob.shape.status.parse(row['status']);
    },
    async findAll(orgId, jobIds) {
      const wanted = [...jobIds].map((jobId) => keys.job(orgId, jobId));
      const jobs = (await getRows(db, table, wanted)).map((row) => JobRecord.parse(row));
      return new Map(jobs.map((job) => [job.job_id, job]));
    },
    async join(job, joining) {
      const { claim, at } = joining;
      const joined = { ...job, queued_at: at.toISOString(), joined: true } as const;
      try {
        await transact(db, [addTo(table, job, joining), ...claimKey(table, joined, claim)]);
        return 'joined';
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return error.writes.has('job') ? 'ended' : 'repeated';
      }
    },
    async findAsked(orgId, videoId, digest) {
      const row = await getRow(db, table, keys.videoQuestion(orgId, videoId, digest));
      return row && String(row['answered_by']);
    },
    async list(orgId, limit, { videoId, before, passOver } = {}) {
      const keyOf = (jobId: string) =>
        videoId === undefined ? keys.job(orgId, jobId) : keys.videoJob(orgId, videoId, jobId);
      const above = keyOf('');
      const jobs: JobRecord[] = [];
      let from = before === undefined ? undefined : keyOf(before);
      for (let isMore = true; isMore; ) {
        const wanted = limit - jobs.length;
        const rows = await rowsUnder(db, table, above, newest(wanted, from));
        const ids = rows.map(({ sk }) => String(sk).slice(above.sk.length));
        const own = (jobId: string) => getRow(db, table, keys.job(orgId, jobId));
        const found = videoId === undefined ? rows : await Promise.all(ids.map(own));
        const there = found.filter((row) => row !== undefined);
        jobs.push(...readable(there, (row) => JobRecord.parse(row), passOver));
        const last = ids.at(-1);
        from = last === undefined ? undefined : keyOf(last);
        isMore = rows.length === wanted && jobs.length < limit;
      }
      return jobs;
    },
    async findEarlierUse(orgId, operation, key, now) {
      const row = await getRow(db, table, keys.idempotency(orgId, operation, sha256Hex(key)));
      // Rows outlive their time by hours before they are swept.
      if (!row || Number(row['expires_at']) * 1000 <= now.getTime()) return undefined;
      const { job_id, body, joined } = row;
      return { jobId: String(job_id), body: String(body), ...(joined === true && { joined }) };
    },
  };
}
