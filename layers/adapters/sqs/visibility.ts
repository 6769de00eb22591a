import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { inTime } from './client.ts';

/** Hides a received message from other receivers for some seconds from now. */
export const sqsVisibility =
  (client: SQSClient, url: string) =>
  async (receiptHandle: string, seconds: number): Promise<void> => {
    await client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: url,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }),
      inTime(),
    );
  };
