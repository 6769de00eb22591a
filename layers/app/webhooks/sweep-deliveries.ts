import type { Clock } from '../ports/clock.ts';
import type { Deliveries, DeliveryRef, WebhookQueue } from '../ports/webhooks/webhooks.ts';
import { sweepDue } from '../sweep-due.ts';

interface Deps {
  readonly deliveries: Pick<Deliveries, 'due' | 'postpone'>;
  readonly webhookQueue: WebhookQueue;
  readonly now: Clock;
}

/** Time for a message sent anew to be taken up. */
const NEXT_LOOK_MS = 5 * 60_000;

/**
 * Sends the deliveries whose long wait is over, and those whose message or worker was lost.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeSweepDeliveries =
  ({ deliveries, webhookQueue, now }: Deps) =>
  async (): Promise<{ sent: number }> => {
    const putOff = (ref: DeliveryRef) =>
      deliveries.postpone(ref, new Date(now().getTime() + NEXT_LOOK_MS));
    const sent = await sweepDue<DeliveryRef>(
      {
        due: async (time, limit) => ({ found: await deliveries.due(time, limit), unreadable: [] }),
        work: async (ref) => {
          await putOff(ref);
          await webhookQueue.send(ref, 0);
          return true;
        },
        putOff,
        now,
      },
      'deliveries were not swept',
    );
    return { sent };
  };
