import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { Log } from '../log/log.ts';
import { eachMessage } from './messages.ts';

const log = new Log('worker');

/** What the queue carries: which delivery. Everything else is in its row. */
const DeliveryMessage = z.strictObject({
  org_id: z.string().min(1),
  delivery_id: z.string().min(1),
});

/**
 * Feeds deliveries, which are short; a message whose work throws comes again after the queue's
 * visibility timeout.
 */
export const deliveryHandler =
  (work: (ref: { orgId: string; deliveryId: string }) => Promise<void>) =>
  (event: SQSEvent): Promise<SQSBatchResponse> =>
    eachMessage(event, async ({ body }) => {
      const { org_id, delivery_id } = DeliveryMessage.parse(JSON.parse(body));
      try {
        await work({ orgId: org_id, deliveryId: delivery_id });
        return true;
      } catch (error) {
        log.defect({ org_id, delivery_id, error });
        return false;
      }
    });
