import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Milliseconds to open a connection, and until an answer begins. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 5_000;
/**
 * Tries of one request. With the waits between them they outlast a restart of the far side by
 * seconds.
 */
const ATTEMPTS = 9;
/** All tries of one call together. */
const CALL_MS = 15_000;

/** The queue's address decides where to send; its host need not be the endpoint's. */
export const queueClient = (): SQSClient =>
  new SQSClient({
    useQueueUrlAsEndpoint: false,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });

/** Ends a call that takes too long, however often it was tried. */
export const inTime = () => ({ abortSignal: AbortSignal.timeout(CALL_MS) });

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
    inTime(),
  );
}
