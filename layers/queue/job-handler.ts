import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { z } from 'zod';
import { Log } from '../log/log.ts';
import { deadlineOf, eachMessage, type Hide, whileHidden } from './messages.ts';

/** What the queue carries: which job. Everything else is in rows. */
const JobMessage = z.strictObject({ org_id: z.string().min(1), job_id: z.string().min(1) });

/** One delivery of a job. */
export interface Run {
  readonly orgId: string;
  readonly jobId: string;
  readonly run: string;
}

export interface JobWork {
  /** Works on a job; tells until when another run holds it, when one does. */
  run(
    run: Run,
    signal: AbortSignal,
    delivery: { readonly isLast: boolean },
  ): Promise<'done' | { readonly leasedUntil: string }>;
  /** Goes on with what waits for the end of a job; what fails of it is left to the sweep. */
  goOn(orgId: string): Promise<void>;
  /** Keeps the run's lease; false when the run no longer holds its job. */
  extend(run: Run): Promise<boolean>;
  readonly hide: Hide;
}

export interface JobOptions {
  /** Deliveries before the message goes to the dead letters. */
  readonly maxReceives: number;
  readonly newRun: () => string;
}

const log = new Log('worker');

/** Feeds a queue's messages to the work, each as a run of its job. */
export const jobHandler =
  (work: JobWork, { maxReceives, newRun }: JobOptions) =>
  (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
    eachMessage(event, (record) => {
      const { org_id, job_id } = JobMessage.parse(JSON.parse(record.body));
      const run = { orgId: org_id, jobId: job_id, run: newRun() };
      return deliver(work, run, { record, maxReceives, deadline: deadlineOf(context) });
    });

interface Delivery {
  readonly record: SQSRecord;
  readonly maxReceives: number;
  readonly deadline: AbortSignal;
}

/** False when the message has to come again. */
async function deliver(
  work: JobWork,
  run: Run,
  { record, maxReceives, deadline }: Delivery,
): Promise<boolean> {
  const { receiptHandle, attributes } = record;
  const started = Date.now();
  const receives = Number(attributes.ApproximateReceiveCount);
  const isLast = receives >= maxReceives;
  const line = { org_id: run.orgId, job_id: run.jobId, receives };
  try {
    const outcome = await whileHidden(
      work.hide,
      record,
      async (lost) => {
        const ended = await work.run(run, AbortSignal.any([lost, deadline]), { isLast });
        if (ended !== 'done') return ended;
        // The job would come again as a message that has nothing to do, and be a dead letter.
        await work.goOn(run.orgId).catch((error: unknown) => log.defect({ ...line, error }));
        return ended;
      },
      () => work.extend(run),
    );
    log.info('worked', { ...line, ms: Date.now() - started, outcome });
    // A job that another run holds to the end of our deliveries is looked after by the sweep.
    if (outcome === 'done' || isLast) return true;
    const seconds = (Date.parse(outcome.leasedUntil) - Date.now()) / 1000;
    await work.hide(receiptHandle, Math.max(1, Math.ceil(seconds) + 1));
    return false;
  } catch (error) {
    log.defect({ ...line, ms: Date.now() - started, error });
    await work.hide(receiptHandle, 5 * receives);
    return false;
  }
}
