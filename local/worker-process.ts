import { WORKERS, type Worker } from '../functions/workers/workers.ts';
import { LEASE_SECONDS } from '../layers/app/run-job.ts';
import type { QueueHandler } from './event-source.ts';
import { runWorkers } from './run-workers.ts';

/** A message of a worker that died comes back once the lease on its job is over, and not before. */
const VISIBILITY_SECONDS = LEASE_SECONDS + 5;

const load = async ({ name }: Worker): Promise<QueueHandler> => {
  const module: { handler: QueueHandler } = await import(
    new URL(`../functions/workers/${name}/handler.ts`, import.meta.url).href
  );
  return module.handler;
};

runWorkers({ workers: WORKERS, load, visibilitySeconds: VISIBILITY_SECONDS });
