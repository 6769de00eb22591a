import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { heartbeat } from './heartbeat.ts';
import { Message } from './message.ts';

/** One delivery of a job. */
export interface Run {
  readonly orgId: string;
  readonly jobId: string;
  readonly run: string;
}

export interface QueueWork {
  /** Works on a job; tells until when another run holds it, when one does. */
  run(
    run: Run,
    signal: AbortSignal,
    lastDelivery: boolean,
  ): Promise<'done' | { readonly leasedUntil: string }>;
  /** Keeps the run's lease; false when the run no longer holds its job. */
  extend(run: Run): Promise<boolean>;
  /** Hides the message from other workers for some seconds from now. */
  hide(receiptHandle: string, seconds: number): Promise<void>;
}

export interface QueueOptions {
  /** Deliveries before the message goes to the dead letters. */
  readonly maxReceives: number;
  readonly newRun: () => string;
}

/** Longer than a job's lease, so that a message which comes back finds the lease over. */
const HIDDEN_SECONDS = 35;
/** Within it a worker learns that its job was cancelled. */
const BEAT_MS = 10_000;
/** Left of the function's time for giving the job back. */
const CLOSING_MS = 10_000;

const logger = new Logger({ serviceName: 'worker' });

/**
 * Feeds a queue's messages to the work. While it works, a message stays hidden only HIDDEN_SECONDS ahead:
 * if the worker dies, another one has it by then, whatever the queue's own timeout.
 */
export const queueHandler =
  (work: QueueWork, { maxReceives, newRun }: QueueOptions) =>
  async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of event.Records) {
      const { org_id, job_id } = Message.parse(JSON.parse(record.body));
      const run = { orgId: org_id, jobId: job_id, run: newRun() };
      const handled = await deliver(work, run, record, maxReceives, context);
      if (!handled) batchItemFailures.push({ itemIdentifier: record.messageId });
    }
    return { batchItemFailures };
  };

/** False when the message has to come again. */
async function deliver(
  work: QueueWork,
  run: Run,
  { receiptHandle, attributes }: SQSRecord,
  maxReceives: number,
  context: Context,
): Promise<boolean> {
  const started = Date.now();
  const receives = Number(attributes.ApproximateReceiveCount);
  const line = { org_id: run.orgId, job_id: run.jobId, receives };
  const beating = heartbeat(BEAT_MS, async () => {
    await work.hide(receiptHandle, HIDDEN_SECONDS);
    return work.extend(run);
  });
  const deadline = AbortSignal.timeout(
    Math.max(0, context.getRemainingTimeInMillis() - CLOSING_MS),
  );
  try {
    await work.hide(receiptHandle, HIDDEN_SECONDS);
    const signal = AbortSignal.any([beating.lost, deadline]);
    const outcome = await work.run(run, signal, receives >= maxReceives);
    logger.info('worked', { ...line, ms: Date.now() - started, outcome });
    // A job that another run holds to the end of our deliveries is looked after by the sweep.
    if (outcome === 'done' || receives >= maxReceives) return true;
    const seconds = (Date.parse(outcome.leasedUntil) - Date.now()) / 1000;
    await work.hide(receiptHandle, Math.max(1, Math.ceil(seconds) + 1));
    return false;
  } catch (error) {
    logger.error('failed', { ...line, ms: Date.now() - started, error: error as Error });
    await work.hide(receiptHandle, 5 * receives);
    return false;
  } finally {
    beating.stop();
  }
}
