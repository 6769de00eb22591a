import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { inTime } from './client.ts';

/** How many messages of some queues wait for a receiver, about. */
export const sqsWaiting =
  (client: SQSClient, ...urls: string[]) =>
  async (): Promise<number> => {
    const waiting = await Promise.all(urls.map((url) => waitingIn(client, url)));
    return waiting.reduce((sum, count) => sum + count);
  };

async function waitingIn(client: SQSClient, url: string): Promise<number> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
    inTime(),
  );
  return Number(Attributes?.ApproximateNumberOfMessages);
}
