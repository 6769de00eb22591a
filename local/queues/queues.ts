import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { FauxqsServer } from 'fauxqs';
import type { Worker } from '../../functions/workers/workers.ts';
import type { EngineAccess } from '../engine-access.ts';
import { startSignedFauxqs } from './signed-fauxqs.ts';
import { SOON_SECONDS } from './undelivered.ts';

const ACCOUNT = '000000000000';

export interface LocalQueues {
  readonly endpoint: string;
  /** Addresses of the workers' queues, by the variables that carry them. */
  readonly urls: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

interface Options {
  readonly port: number;
  readonly workers: readonly Worker[];
  readonly access: EngineAccess;
  /** Where messages are kept; without it they end with the process. */
  readonly dataDir?: string;
}

/**
 * Starts a stand-in for SQS with a queue and its dead letters for every worker. Messages that were in
 * hand when the service was killed come back at once: nobody is at work on them any more.
 */
export async function startQueues({
  workers,
  access,
  port,
  dataDir,
}: Options): Promise<LocalQueues> {
  const kept = dataDir === undefined ? {} : { dataDir };
  const server = await startSignedFauxqs({ port, ...kept }, access);
  for (const worker of workers) makeQueues(server, worker, access.region);
  const endpoint = `http://127.0.0.1:${server.port}`;
  const url = ({ name }: Worker) => `${endpoint}/${ACCOUNT}/${name}`;
  const client = new SQSClient({ endpoint, useQueueUrlAsEndpoint: false, ...access });
  for (const worker of workers) {
    for (const { receiptHandle: ReceiptHandle } of inHandOf(server, worker)) {
      const back = { QueueUrl: url(worker), ReceiptHandle, VisibilityTimeout: SOON_SECONDS };
      await client.send(new ChangeMessageVisibilityCommand(back));
    }
  }
  client.destroy();
  return {
    endpoint,
    urls: Object.fromEntries(workers.map((worker) => [worker.queueVariable, url(worker)])),
    stop: () => server.stop(),
  };
}

const inHandOf = (server: FauxqsServer, { name }: Worker) =>
  server.inspectQueue(name)?.messages.inflight ?? [];

function makeQueues(server: FauxqsServer, { name, maxReceives }: Worker, region: string): void {
  const deadLetters = `${name}-dead-letters`;
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: `arn:aws:sqs:${region}:${ACCOUNT}:${deadLetters}`,
    maxReceiveCount: maxReceives,
  });
  if (!server.inspectQueue(deadLetters)) server.createQueue(deadLetters, { region });
  if (!server.inspectQueue(name))
    server.createQueue(name, { region, attributes: { RedrivePolicy } });
}
