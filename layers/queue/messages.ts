import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { underTrace } from './under-trace.ts';

/** Hides a message from other workers for some seconds from now. */
export type Hide = (receiptHandle: string, seconds: number) => Promise<void>;

/**
 * A worker that died is followed within this time, whatever the queue's own timeout; a job's lease
 * is over by then.
 */
const HIDDEN_SECONDS = 35;
/** Within it a worker learns that its job was cancelled. */
const BEAT_MS = 10_000;
/** Left of the function's time for clearing up and giving the message back. */
const CLOSING_MS = 10_000;

/**
 * Handles messages one after the other, each under the trace that it was sent in. One for which
 * `handle` answers false comes again.
 */
export async function eachMessage(
  { Records }: SQSEvent,
  handle: (record: SQSRecord) => Promise<boolean>,
): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const record of Records) {
    const handled = await underTrace(record.attributes.AWSTraceHeader, () => handle(record));
    if (!handled) batchItemFailures.push({ itemIdentifier: record.messageId });
  }
  return { batchItemFailures };
}

/** Aborts shortly before the function's time is up. */
export const deadlineOf = (context: Context): AbortSignal =>
  AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - CLOSING_MS));

/**
 * Works on a message that stays hidden only half a minute ahead: if the worker dies, another one
 * has it by then.
 * @param work is given a signal that aborts when `isOurs` says no
 * @param isOurs asked at every beat
 */
export async function whileHidden<Outcome>(
  hide: Hide,
  { receiptHandle }: SQSRecord,
  work: (lost: AbortSignal) => Promise<Outcome>,
  isOurs: () => Promise<boolean> = async () => true,
): Promise<Outcome> {
  const lost = new AbortController();
  const hideOn = () => hide(receiptHandle, HIDDEN_SECONDS);
  const beat = async () => {
    await hideOn();
    if (!(await isOurs())) lost.abort(new Error('another run holds the job, or it has ended'));
  };
  // A beat that fails is left to the next one.
  const beats = setInterval(() => void beat().catch(() => undefined), BEAT_MS);
  try {
    await hideOn();
    return await work(lost.signal);
  } finally {
    clearInterval(beats);
  }
}
