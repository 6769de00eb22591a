import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Worker } from '../../functions/workers/workers.ts';
import { steadyRetries } from '../../layers/adapters/aws/steady-retries.ts';
import type { EngineAccess } from '../engine-access.ts';
import type { ObjectCreatedEvent } from '../object-store/call.ts';
import type { LocalQueues } from './queues.ts';

/** Tries of one request: with the waits between them they outlast a restart of the queues. */
const TRIES = 9;

interface Options {
  readonly workers: readonly Worker[];
  readonly queues: Pick<LocalQueues, 'endpoint' | 'urls'>;
  readonly access: EngineAccess;
  /** Told of an event that was lost. */
  readonly onDefect: (error: unknown) => void;
}

/**
 * Hands the events of the object store to the queues that ask for them, as the rules of EventBridge
 * do.
 */
export function storageEvents({ workers, queues, access, onDefect }: Options) {
  const client = new SQSClient({
    endpoint: queues.endpoint,
    ...access,
    useQueueUrlAsEndpoint: false,
    retryStrategy: steadyRetries(TRIES),
  });
  const rules = workers.flatMap(({ objects, queueVariable }) =>
    objects === undefined ? [] : [{ keys: pattern(objects), url: queues.urls[queueVariable] }],
  );
  return (event: ObjectCreatedEvent): void => {
    for (const { keys, url } of rules) {
      if (!keys.test(event.detail.object.key)) continue;
      const message = { QueueUrl: url, MessageBody: JSON.stringify(event) };
      client.send(new SendMessageCommand(message)).catch(onDefect);
    }
  };
}

const pattern = (wildcard: string): RegExp =>
  new RegExp(`^${wildcard.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's');
