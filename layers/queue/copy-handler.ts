import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { heartbeat } from './heartbeat.ts';

const Message = z.strictObject({
  org_id: z.string().min(1),
  video_id: z.string().min(1),
  step: z.enum(['make', 'clear']),
});

interface CopyWork {
  keep(
    message: { orgId: string; videoId: string; step: 'make' | 'clear' },
    signal: AbortSignal,
  ): Promise<string>;
  /** Hides the message from other workers for some seconds from now. */
  hide(receiptHandle: string, seconds: number): Promise<void>;
}

/** A worker that died is followed within this time, whatever the queue's own timeout. */
const HIDDEN_SECONDS = 35;
const BEAT_MS = 10_000;
/** Left of the function's time for clearing up. */
const CLOSING_MS = 10_000;

const logger = new Logger({ serviceName: 'working-copy' });

/**
 * Feeds orders of working copies to the work. One that takes longer than the function may run is given up, not
 * repeated: it would take as long again, and the video is whole without it.
 */
export const copyHandler =
  ({ keep, hide }: CopyWork) =>
  async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { body, messageId, receiptHandle } of event.Records) {
      const { org_id: orgId, video_id: videoId, step } = Message.parse(JSON.parse(body));
      const line = { org_id: orgId, video_id: videoId, step };
      const deadline = AbortSignal.timeout(
        Math.max(0, context.getRemainingTimeInMillis() - CLOSING_MS),
      );
      const beating = heartbeat(BEAT_MS, async () => {
        await hide(receiptHandle, HIDDEN_SECONDS);
        return true;
      });
      try {
        await hide(receiptHandle, HIDDEN_SECONDS);
        const kept = await keep({ orgId, videoId, step }, deadline);
        logger.info('worked', { ...line, kept });
      } catch (error) {
        if (deadline.aborted) {
          logger.warn('the copy takes too long; the master stays', line);
        } else {
          logger.error('failed', { ...line, error: error as Error });
          batchItemFailures.push({ itemIdentifier: messageId });
        }
      } finally {
        beating.stop();
      }
    }
    return { batchItemFailures };
  };
