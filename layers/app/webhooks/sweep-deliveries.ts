import { each } from '../each.ts';
import type { Clock } from '../ports/clock.ts';
import type { Deliveries, DeliveryRef, WebhookQueue } from '../ports/webhooks/webhooks.ts';

interface Deps {
  readonly deliveries: Pick<Deliveries, 'due' | 'postpone'>;
  readonly webhookQueue: WebhookQueue;
  readonly now: Clock;
}

const AT_ONCE = 500;
/** Time for a message sent anew to be taken up. */
const NEXT_LOOK_MS = 5 * 60_000;

/**
 * Sends the deliveries whose long wait is over, and those whose message or worker was lost.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeSweepDeliveries =
  ({ deliveries, webhookQueue, now }: Deps) =>
  async (): Promise<{ sent: number }> => {
    const time = now();
    const due = await deliveries.due(time, AT_ONCE);
    const sweep = async (ref: DeliveryRef) => {
      await deliveries.postpone(ref, new Date(time.getTime() + NEXT_LOOK_MS));
      await webhookQueue.send(ref, 0);
    };
    await each(due, sweep, 'deliveries were not swept');
    return { sent: due.length };
  };
