import { availableParallelism } from 'node:os';
import { SQSClient } from '@aws-sdk/client-sqs';
import { handBackJobs } from '../../functions/compose/hand-back-jobs.ts';
import { readWorker, type Worker } from '../../functions/workers/workers.ts';
import { POLL_SECONDS, type QueueHandler, startEventSource } from '../queues/event-source.ts';

export interface RunWorkersOptions {
  readonly workers: readonly Worker[];
  readonly load: (worker: Worker) => Promise<QueueHandler>;
  readonly visibilitySeconds: number;
}

/**
 * Milliseconds to open a connection, and for an answer to begin beyond the time that a look waits.
 */
const CONNECT_MS = 2_000;
const ANSWER_MS = 10_000;

/**
 * Messages in hand beyond those that keep the cores busy, while as many wait for a site or a model:
 * all the jobs at once that the organization of this machine may have, so that others' still run.
 */
const WAITING_AT_ONCE = 16;
/** Every message in hand, and every look for one, may hold a connection. */
const MAX_SOCKETS = 200;

/** What a job in hand may still take once the process was asked to end. */
const GRACE_MS = 3000;

/** Runs workers in this process until its parent asks for the end. */
export function runWorkers({ workers, load, visibilitySeconds }: RunWorkersOptions): void {
  const client = new SQSClient({
    useQueueUrlAsEndpoint: false,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: POLL_SECONDS * 1000 + ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_SOCKETS },
    },
  });
  const sources = workers.map((worker) => {
    const queueUrl = process.env[worker.queueVariable];
    if (!queueUrl) throw new Error(`${worker.queueVariable} is not set`);
    return startEventSource({
      client,
      queueUrl,
      worker,
      load,
      ...(worker.runtime === 'media'
        ? {
            concurrency: Math.min(worker.concurrency, availableParallelism()),
            waiting: WAITING_AT_ONCE,
            spare: worker === readWorker,
          }
        : { concurrency: worker.concurrency }),
      visibilitySeconds,
      onDefect: (error) => {
        console.error(`worker ${worker.name}:`, error);
      },
    });
  });

  process.on('message', (message) => {
    if (message !== 'stop') return;
    handBackJobs();
    void Promise.all(sources.map((source) => source.stop(GRACE_MS))).then(() => process.exit(0));
  });
}
