import { takeOverJobs } from '../../functions/compose/take-over-jobs.ts';
import { EVENTS, type ScheduledEvent } from '../../functions/events/events.ts';
import { WORKERS, type Worker } from '../../functions/workers/workers.ts';
import { LEASE_SECONDS } from '../../layers/app/jobs/run-job.ts';
import type { QueueHandler } from '../queues/event-source.ts';
import { importKept } from '../service/compiled-code.ts';
import { endWithParent } from '../service/end-with-parent.ts';
import { takeEnvironment } from '../service/handed-environment.ts';
import { tellEndpoint } from '../service/told-endpoint.ts';
import { outliveLog } from '../service/unread-log.ts';
import { runDurableFunctions } from './durable-functions.ts';
import { runWorkers } from './run-workers.ts';
import { startSchedule } from './schedule.ts';

/** A message of a worker that died comes back once the lease on its job is over, and not before. */
const VISIBILITY_SECONDS = LEASE_SECONDS + 5;

const load = async <Handler>(folder: string): Promise<Handler> => {
  const { handler } = await importKept<{ handler: Handler }>(
    new URL(`../../functions/${folder}/handler.ts`, import.meta.url),
  );
  return handler;
};

outliveLog();
endWithParent();
await takeEnvironment();
tellEndpoint(await runDurableFunctions(process.env));
await takeOverJobs(process.env).catch((error: unknown) => console.error('leases:', error));
runWorkers({
  workers: WORKERS,
  load: ({ name }: Worker) => load<QueueHandler>(`workers/${name}`),
  visibilitySeconds: VISIBILITY_SECONDS,
});
// Ends with the process: a sweep that is cut off is done by the next one.
startSchedule({
  events: EVENTS,
  load: ({ name }: ScheduledEvent) => load<() => Promise<void>>(`events/${name}`),
  onDefect: (error, { name }) => console.error(`event ${name}:`, error),
});
