import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { Log } from '../log/log.ts';
import { deadlineOf, eachMessage, type Hide, whileHidden } from './messages.ts';

const Message = z.strictObject({
  org_id: z.string().min(1),
  name: z.string().min(1),
  folder: z.string().min(1),
  language: z.string().min(1),
});

interface WindowWork {
  recognise(
    tried: Omit<z.infer<typeof Message>, 'org_id'> & { readonly orgId: string },
    signal: AbortSignal,
    delivery: { readonly isLast: boolean },
  ): Promise<void>;
  readonly hide: Hide;
  /** Deliveries before the message goes to the dead letters. */
  readonly maxReceives: number;
}

const log = new Log('recognise');

/** Feeds windows of speech to the work. */
export const windowHandler =
  ({ recognise, hide, maxReceives }: WindowWork) =>
  (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
    eachMessage(event, async (record) => {
      const { org_id: orgId, ...tried } = Message.parse(JSON.parse(record.body));
      const receives = Number(record.attributes.ApproximateReceiveCount);
      const line = { org_id: orgId, receives };
      const deadline = deadlineOf(context);
      const started = Date.now();
      try {
        await whileHidden(hide, record, (lost) => {
          const signal = AbortSignal.any([lost, deadline]);
          return recognise({ orgId, ...tried }, signal, { isLast: receives >= maxReceives });
        });
        log.info('worked', { ...line, ms: Date.now() - started });
        return true;
      } catch (error) {
        log.defect({ ...line, ms: Date.now() - started, error });
        return false;
      }
    });
