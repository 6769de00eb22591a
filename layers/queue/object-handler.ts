import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { heartbeat } from './heartbeat.ts';

/** Of an event by which storage tells of a new object, what is asked of it. */
const ObjectCreated = z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) });

export interface ObjectWork {
  /** What is done about an object; its outcome is for the log. */
  take(key: string, signal: AbortSignal): Promise<string>;
  /** Hides the message from other workers for some seconds from now. */
  hide(receiptHandle: string, seconds: number): Promise<void>;
}

const HIDDEN_SECONDS = 35;
const BEAT_MS = 10_000;
/** Left of the function's time for giving the message back. */
const CLOSING_MS = 10_000;

const logger = new Logger({ serviceName: 'worker' });

/**
 * Feeds the events of storage to the work. A message stays hidden only half a minute ahead, so that
 * another worker soon has it when this one dies.
 */
export const objectHandler =
  ({ take, hide }: ObjectWork) =>
  async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { body, messageId, receiptHandle } of event.Records) {
      const { key } = ObjectCreated.parse(JSON.parse(body)).detail.object;
      const beating = heartbeat(BEAT_MS, () =>
        hide(receiptHandle, HIDDEN_SECONDS).then(() => true),
      );
      const left = Math.max(0, context.getRemainingTimeInMillis() - CLOSING_MS);
      try {
        await hide(receiptHandle, HIDDEN_SECONDS);
        const outcome = await take(key, AbortSignal.timeout(left));
        logger.info('object', { key, outcome });
      } catch (error) {
        logger.error('failed', { key, error: error as Error });
        batchItemFailures.push({ itemIdentifier: messageId });
      } finally {
        beating.stop();
      }
    }
    return { batchItemFailures };
  };
