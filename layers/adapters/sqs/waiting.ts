import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { inTime } from './client.ts';

/** How many messages of a queue wait for a receiver, about. */
export const sqsWaiting = (client: SQSClient, url: string) => async (): Promise<number> => {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
    inTime(),
  );
  return Number(Attributes?.ApproximateNumberOfMessages);
};
