import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Worker } from '../../functions/workers/workers.ts';
import { WAITING_CHANNEL } from '../../layers/app/ports/waiting.ts';
import { asInvocation } from '../workers/invocations.ts';
import { lambdaContext } from '../workers/lambda-context.ts';
import { NEWCOMERS } from './fair-order.ts';
import { sqsEvent } from './sqs-event.ts';

export type QueueHandler = (
  event: SQSEvent,
  context: Context,
) => Promise<SQSBatchResponse | undefined>;

export interface EventSourceOptions {
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly worker: Worker;
  /** Imports the worker's handler; called once. */
  readonly load: (worker: Worker) => Promise<QueueHandler>;
  /** Messages worked on at once in this process. */
  readonly concurrency: number;
  /**
   * Messages in hand beside those, while as many say that they wait for another machine; and one
   * for each organization that has none in hand, where one is spare.
   */
  readonly waiting?: number;
  /** Whether one more is in hand while all of them are another organization's. */
  readonly spare?: boolean;
  /** After a crash a message comes back this late. Kept up while its handler runs. */
  readonly visibilitySeconds: number;
  /** Told of what made a message come back. */
  readonly onDefect: (error: unknown, worker: Worker) => void;
}

export interface EventSource {
  /** Takes no further message and waits for those in hand, at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** A message that is worked on, and the look that took it. */
interface InHand {
  waits: boolean;
  /** Of a handler that took too long, what it still says is not heard. */
  ended: boolean;
  readonly attempt: string | undefined;
}

/** How long a look for messages waits for one to come. */
export const POLL_SECONDS = 20;
const RETRY_MS = 500;
/** Between two looks for messages of organizations that have none in hand. */
const LOOK_MS = 500;

/**
 * Feeds a queue to a worker as a Lambda event source with batch size 1 does: a handled message is
 * deleted, any other one is left to its visibility timeout and in the end to the queue's dead
 * letters.
 */
export function startEventSource(options: EventSourceOptions): EventSource {
  const { client, queueUrl, worker, visibilitySeconds } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let handler: Promise<QueueHandler> | undefined;
  const pollers = new Set<Promise<void>>();
  const inHand = new AsyncLocalStorage<InHand>();
  let waiting = 0;
  let busy = 0;

  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);

  const receive = async (attempt?: string): Promise<Message | undefined> => {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: 1,
      // Who waits is woken by any message, whose ever it is.
      WaitTimeSeconds: attempt === undefined ? POLL_SECONDS : 0,
      VisibilityTimeout: visibilitySeconds,
      ReceiveRequestAttemptId: attempt,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    });
    const { Messages = [] } = await client.send(command, { abortSignal: signal });
    return Messages[0];
  };

  const loaded = (): Promise<QueueHandler> => {
    handler ??= options.load(worker).catch((error: unknown) => {
      // What could not be imported now may be there later.
      handler = undefined;
      throw error;
    });
    return handler;
  };

  const work = async (message: Message): Promise<void> => {
    const ReceiptHandle = message.ReceiptHandle ?? '';
    const keepHidden = setInterval(
      () => {
        const extend = { QueueUrl: queueUrl, ReceiptHandle, VisibilityTimeout: visibilitySeconds };
        client.send(new ChangeMessageVisibilityCommand(extend)).catch(() => undefined);
      },
      (visibilitySeconds * 1000) / 3,
    );
    try {
      await invoke(await loaded(), message, worker, queueUrl);
      await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
    } catch (error) {
      options.onDefect(error, worker);
    } finally {
      clearInterval(keepHidden);
    }
  };

  const busyWith = async (state: InHand, message: Message) => {
    busy += 1;
    await work(message);
    state.ended = true;
    if (!state.waits) busy -= 1;
  };

  /** Ends when another has taken its place, while its message waited. */
  const poll = async (attempt?: string): Promise<void> => {
    while (!signal.aborted) {
      try {
        const looks = attempt === undefined || busy >= options.concurrency;
        const message = looks ? await receive(attempt) : undefined;
        if (!message && attempt !== undefined) await pause(LOOK_MS);
        const state: InHand = { waits: false, ended: false, attempt };
        if (message) await inHand.run(state, () => busyWith(state, message));
        if (state.waits) {
          waiting -= 1;
          return;
        }
      } catch (error) {
        if (signal.aborted) return;
        options.onDefect(error, worker);
        await pause(RETRY_MS);
      }
    }
  };

  const startPoller = (attempt?: string) => {
    const poller = poll(attempt).finally(() => pollers.delete(poller));
    pollers.add(poller);
  };
  const onWaiting = () => {
    const state = inHand.getStore();
    if (!state || state.waits || state.ended) return;
    // An organization that had none in hand finds its place again, however many others wait.
    if (state.attempt === undefined && waiting >= (options.waiting ?? 0)) return;
    state.waits = true;
    waiting += 1;
    busy -= 1;
    startPoller(state.attempt);
  };
  subscribe(WAITING_CHANNEL, onWaiting);
  for (let started = 0; started < options.concurrency; started += 1) startPoller();
  if (options.spare) startPoller(NEWCOMERS);
  return {
    async stop(graceMs) {
      stopping.abort();
      unsubscribe(WAITING_CHANNEL, onWaiting);
      await Promise.race([Promise.all(pollers), wait(graceMs, undefined, { ref: false })]);
    },
  };
}

async function invoke(
  handler: QueueHandler,
  message: Message,
  worker: Worker,
  queueUrl: string,
): Promise<void> {
  const timeoutMs = worker.timeoutSeconds * 1000;
  const event = sqsEvent(message, queueUrl);
  const ended = new AbortController();
  const late = wait(timeoutMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`${worker.name} took longer than ${worker.timeoutSeconds} s`);
  });
  try {
    const result = await Promise.race([
      asInvocation(message.MessageId ?? '', undefined, () =>
        handler(event, lambdaContext(worker.name, timeoutMs)),
      ),
      late,
    ]);
    const failed = result?.batchItemFailures.length ?? 0;
    if (failed > 0) throw new Error(`${worker.name} gave message ${message.MessageId} back`);
  } finally {
    ended.abort();
    late.catch(() => undefined);
  }
}
