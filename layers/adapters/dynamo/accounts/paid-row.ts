import { z } from 'zod';
import type { JobRuns } from '../../../app/ports/jobs/jobs.ts';
import type { PaidFor } from '../../../domain/accounts/paid-windows.ts';
import type { JobRecord } from '../../../domain/jobs/job-record.ts';
import { joined } from '../../../domain/stretches.ts';
import type { Window } from '../../../domain/window.ts';
import * as keys from '../keys.ts';
import type { Write } from '../transact.ts';

const second = z.number();

/** A window that a job paid for in full, and what of it could not be decoded. */
export const PaidRow = z.object({
  start: second,
  end: second,
  lost: z.array(z.tuple([second, second])).default([]),
  /** Rows without it were written while the bytes of a read were not accounted for. */
  verified: z.boolean().default(false),
});

/** What was paid for, by its rows. */
export function paidFor(rows: readonly z.infer<typeof PaidRow>[]): PaidFor {
  const verified = rows.filter((row) => row.verified);
  return {
    windows: rows.map(windowOf),
    verified: verified.map(windowOf),
    // What was told as lost may have been a connection that broke.
    lost: joined(verified.flatMap(({ lost }) => lost)),
  };
}

const windowOf = ({ start, end }: z.infer<typeof PaidRow>): Window => [start, end];

type Paid = NonNullable<Parameters<JobRuns['succeed']>[2]['paid']>;

/** Keeps what a job paid for, by the version of the video that it was about. */
export const putPaid = (
  table: string,
  { org_id, job_id, video_id, video_version }: JobRecord,
  { level, window: [start, end], lost }: Paid,
): Write => ({
  name: 'paid',
  item: {
    Put: {
      TableName: table,
      Item: {
        ...keys.paidWindow(org_id, video_id, level, job_id),
        version: video_version,
        start,
        end,
        verified: true,
        ...(lost.length > 0 && { lost }),
      },
    },
  },
});
