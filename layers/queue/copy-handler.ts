import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { Log } from '../log/log.ts';
import { deadlineOf, eachMessage, type Hide, whileHidden } from './messages.ts';

const Message = z.strictObject({
  org_id: z.string().min(1),
  video_id: z.string().min(1),
  step: z.enum(['make', 'clear']),
});

interface CopyWork {
  keep(
    message: { orgId: string; videoId: string; step: 'make' | 'clear' },
    signal: AbortSignal,
  ): Promise<{ readonly outcome: string; readonly why?: string }>;
  readonly hide: Hide;
}

const log = new Log('working-copy');

/**
 * Feeds orders of working copies to the work. One that takes longer than the function may run is
 * given up, not repeated: it would take as long again, and the video is whole without it.
 */
export const copyHandler =
  ({ keep, hide }: CopyWork) =>
  (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
    eachMessage(event, async (record) => {
      const line = Message.parse(JSON.parse(record.body));
      const { org_id: orgId, video_id: videoId, step } = line;
      const deadline = deadlineOf(context);
      try {
        const kept = await whileHidden(hide, record, () =>
          keep({ orgId, videoId, step }, deadline),
        );
        log[kept.why === undefined ? 'info' : 'warn']('worked', { ...line, ...kept });
        return true;
      } catch (error) {
        if (deadline.aborted) log.warn('the copy takes too long; the master stays', line);
        else log.defect({ ...line, error });
        return deadline.aborted;
      }
    });
