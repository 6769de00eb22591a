import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** The queue's address decides where to send; its host need not be the endpoint's. */
export const queueClient = (): SQSClient => new SQSClient({ useQueueUrlAsEndpoint: false });

/** Sends a message as JSON; after a delay of at most 900 seconds where one is asked for. */
export async function send(
  client: SQSClient,
  url: string,
  message: object,
  delaySeconds?: number,
): Promise<void> {
  const MessageBody = JSON.stringify(message);
  await client.send(
    new SendMessageCommand({ QueueUrl: url, MessageBody, DelaySeconds: delaySeconds }),
  );
}
