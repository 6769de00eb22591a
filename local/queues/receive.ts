import { z } from 'zod';

const RECEIVE = 'AmazonSQS.ReceiveMessage';
const Receive = z
  .object({ QueueUrl: z.string(), ReceiveRequestAttemptId: z.string().optional() })
  .transform(({ QueueUrl: url, ReceiveRequestAttemptId: attempt }) => ({
    url,
    /** The name of the queue. */
    queue: url.split('/').at(-1) ?? '',
    attempt,
  }));

/** What a request says that takes messages; undefined of any other. */
export const receiveIn = (target: unknown, body: () => unknown) =>
  target === RECEIVE ? Receive.safeParse(body()).data : undefined;
