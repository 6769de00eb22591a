import type { FauxqsServer } from 'fauxqs';

/**
 * Said by a look for messages that takes those of organizations alone which have none in hand: the
 * attempt's name, which standard queues have no other use for.
 */
export const NEWCOMERS = 'newcomers';

type Messages = NonNullable<ReturnType<FauxqsServer['inspectQueue']>>['messages'];
type Message = Messages['ready'][number];

/** Every message names its organization, in a member or in the key of an object. */
const ORGANIZATION = /org_[0-9A-Z]{26}/;

const groupOf = ({ body }: Message): string => ORGANIZATION.exec(body)?.[0] ?? '';

/**
 * Puts that message first whose organization has the fewest in hand, as SQS's fair queues do with
 * message groups: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 * fauxqs hands out its messages as they came and shows them by reference: what they hold is moved.
 * @returns how many that organization has in hand; 0 where no message waits
 */
export function putFairestFirst({ ready, inflight }: Messages): number {
  const inHand = new Map<string, number>();
  for (const { message } of inflight) {
    const group = groupOf(message);
    inHand.set(group, (inHand.get(group) ?? 0) + 1);
  }
  if (inHand.size === 0 || ready.length === 0) return 0;
  const held = ready.map((message) => inHand.get(groupOf(message)) ?? 0);
  const fewest = Math.min(...held);
  const fairest = held.indexOf(fewest);
  if (fairest === 0) return fewest;
  const order = [fairest, ...held.slice(0, fairest).keys()].map((at) => ({ ...ready[at] }));
  for (const [at, holds] of order.entries()) {
    const message = ready[at];
    if (message) become(message, holds);
  }
  return fewest;
}

function become(message: Message, other: Partial<Message>): void {
  for (const name of Object.keys(message)) Reflect.deleteProperty(message, name);
  Object.assign(message, other);
}
