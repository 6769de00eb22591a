import { InvokeStore } from '@aws/lambda-invoke-store';
import {
  type MessageSystemAttributeValue,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { steadyRetries } from '../aws/steady-retries.ts';

/** Milliseconds to open a connection, and until an answer begins. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 5_000;
/**
 * Tries of one request. With the waits between them they outlast a restart of the far side by
 * seconds.
 */
const TRIES = 9;
/** All tries of one call together. */
const CALL_MS = 15_000;

/** The queue's address decides where to send; its host need not be the endpoint's. */
export const queueClient = (): SQSClient =>
  new SQSClient({
    useQueueUrlAsEndpoint: false,
    retryStrategy: steadyRetries(TRIES),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });

/** Ends a call that takes too long, however often it was tried. */
export const inTime = () => ({ abortSignal: AbortSignal.timeout(CALL_MS) });

interface Sending {
  /** At most 900. */
  readonly delaySeconds?: number | undefined;
  /**
   * Whose message it is: those of a group that has many in hand come after those of quieter groups.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
   */
  readonly group?: string;
}

/**
 * The trace of the invocation that sends, for whoever receives.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-services-sqs.html
 */
async function traceHeader(): Promise<Record<string, MessageSystemAttributeValue>> {
  const store = await InvokeStore.getInstanceAsync();
  // Runtimes without the store leave it in the environment.
  const StringValue = store.getXRayTraceId() ?? process.env['_X_AMZN_TRACE_ID'];
  return StringValue === undefined ? {} : { AWSTraceHeader: { DataType: 'String', StringValue } };
}

/** Sends a message as JSON. */
export async function send(
  client: SQSClient,
  url: string,
  message: object,
  { delaySeconds, group }: Sending = {},
): Promise<void> {
  const MessageBody = JSON.stringify(message);
  await client.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody,
      DelaySeconds: delaySeconds,
      MessageGroupId: group,
      MessageSystemAttributes: await traceHeader(),
    }),
    inTime(),
  );
}
