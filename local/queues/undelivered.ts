import type { buildApp, FauxqsServer } from 'fauxqs';
import { z } from 'zod';
import { receiveIn } from './receive.ts';

type App = ReturnType<typeof buildApp>;
type InHand = NonNullable<ReturnType<FauxqsServer['inspectQueue']>>['messages']['inflight'];

/** fauxqs loses a message that is to be there at once, where messages are kept in a file. */
export const SOON_SECONDS = 1;

const Received = z.object({
  Messages: z.array(z.object({ ReceiptHandle: z.string() })).default([]),
});

/**
 * Has messages that were to be sent to somebody who is gone wait for the next one. fauxqs hands them
 * to whoever asked first, and does not see that the connection was closed meanwhile: what came first
 * after a worker had died was hidden until its visibility timeout.
 * @param inHandOf messages of a queue that are in hand, by reference
 */
export function returnUndelivered(app: App, inHandOf: (queue: string) => InHand): void {
  app.addHook('onSend', async ({ raw, headers, body }, _, payload) => {
    const isGone = raw.socket.destroyed || raw.socket.readableEnded;
    const receive = isGone && receiveIn(headers['x-amz-target'], () => body);
    if (!receive || typeof payload !== 'string') return;
    const { Messages } = Received.parse(JSON.parse(payload));
    const inHand = inHandOf(receive.queue);
    for (const { ReceiptHandle } of Messages) {
      const entry = inHand.find(({ receiptHandle }) => receiptHandle === ReceiptHandle);
      // It was not received: its deliveries are counted.
      if (entry) entry.message.approximateReceiveCount -= 1;
      await app.inject({
        method: 'POST',
        url: '/',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'AmazonSQS.ChangeMessageVisibility',
        },
        payload: { QueueUrl: receive.url, ReceiptHandle, VisibilityTimeout: SOON_SECONDS },
      });
    }
  });
}
