import { bodyOf } from '../api/client.ts';
import type { WebhookDelivery } from '../api/types.ts';
import { api } from '../app/api.ts';
import { useActing } from '../ui/acting.ts';
import { date } from '../ui/format.ts';
import { ProblemNote } from '../ui/problem-note.tsx';

/** Deliveries that are listed at most, which is as many as the interface gives. */
const MOST = 100;

/** The newest deliveries. */
export const readDeliveries = async (): Promise<readonly WebhookDelivery[]> =>
  (await bodyOf(api.GET('/v1/webhooks/deliveries', { params: { query: { limit: MOST } } })))
    .deliveries;

export const isPending = ({ status }: WebhookDelivery): boolean => status === 'pending';

/** Whether nothing is under way to its receiver. */
const isAtRest = (delivery: WebhookDelivery): boolean =>
  !isPending(delivery) || Date.parse(delivery.next_attempt_at ?? '') > Date.now();

/** What the receiver answered last, and when it is told again. */
export const answerOf = (delivery: WebhookDelivery): string => {
  const { last_response, next_attempt_at } = delivery;
  const isTold = isPending(delivery) && next_attempt_at === null;
  return [
    last_response && `${last_response.status ?? last_response.error}, ${date(last_response.at)}`,
    next_attempt_at !== null && `next attempt ${date(next_attempt_at)}`,
    isTold && 'an attempt is under way',
  ]
    .filter(Boolean)
    .join('; ');
};

interface Props {
  readonly delivery: WebhookDelivery;
  readonly onChange: () => void;
}

/** Tells the receiver once more, where nothing is under way to it. */
export function Resend({ delivery, onChange }: Props) {
  const { problem, act } = useActing();
  const resend = () =>
    act(async () => {
      const params = { path: { deliveryId: delivery.id } };
      await bodyOf(api.POST('/v1/webhooks/deliveries/{deliveryId}/resend', { params }));
      onChange();
    });
  return (
    <>
      {isAtRest(delivery) && (
        <button type="button" class="small" onClick={() => void resend()}>
          Send again<span class="hidden"> {delivery.id}</span>
        </button>
      )}
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
