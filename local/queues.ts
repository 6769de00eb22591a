import { type FauxqsServer, startFauxqs } from 'fauxqs';
import type { Worker } from '../functions/workers/workers.ts';

const ACCOUNT = '000000000000';
const REGION = 'us-east-1';

export interface LocalQueues {
  readonly endpoint: string;
  /** Addresses of the workers' queues, by the variables that carry them. */
  readonly urls: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts a stand-in for SQS that keeps its messages in `dataDir`, with a queue and its dead letters for every worker.
 * A message that was in hand when the service was killed comes back by its visibility timeout.
 */
export async function startQueues(
  dataDir: string,
  port: number,
  workers: readonly Worker[],
): Promise<LocalQueues> {
  const server = await startFauxqs({
    port,
    host: '127.0.0.1',
    logger: false,
    dataDir,
    defaultRegion: REGION,
  });
  for (const worker of workers) makeQueues(server, worker);
  const endpoint = `http://127.0.0.1:${server.port}`;
  const url = ({ name }: Worker) => `${endpoint}/${ACCOUNT}/${name}`;
  return {
    endpoint,
    urls: Object.fromEntries(workers.map((worker) => [worker.queueVariable, url(worker)])),
    stop: () => server.stop(),
  };
}

function makeQueues(server: FauxqsServer, { name, maxReceives }: Worker): void {
  const deadLetters = `${name}-dead-letters`;
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${deadLetters}`,
    maxReceiveCount: maxReceives,
  });
  if (!server.inspectQueue(deadLetters)) server.createQueue(deadLetters, { region: REGION });
  if (!server.inspectQueue(name))
    server.createQueue(name, { region: REGION, attributes: { RedrivePolicy } });
}
