import { takeEnvironment } from '../../../local/service/handed-environment.ts';
import { runWorkers } from '../../../local/workers/run-workers.ts';

await takeEnvironment();
// A worker process that dies in the middle of every message delivered for the first time.
runWorkers({
  workers: [
    {
      name: 'crashing',
      queueVariable: 'READ_QUEUE_URL',
      timeoutSeconds: 30,
      maxReceives: 3,
      concurrency: 1,
      runtime: 'node',
    },
  ],
  load: async () => async (event) => {
    const [record] = event.Records;
    if (record?.attributes.ApproximateReceiveCount === '1') process.kill(process.pid, 'SIGKILL');
    await fetch(record?.body ?? '');
    return undefined;
  },
  visibilitySeconds: 1,
});
