import { webhookRun } from '../../test/support/webhook-run.ts';
import { soak } from './soak.ts';

const COUNT = Number(process.argv[2] ?? 1000);
const FAILING = 0.3;

await soak(async (tables) => {
  const { ids, receiver } = await webhookRun(tables, COUNT, FAILING);
  const lost = [...ids].filter((id) => !receiver.taken.has(id)).length;
  const holds = lost === 0 && receiver.forged.length === 0;
  const calls = [...receiver.taken.values()].reduce((sum, times) => sum + times, 0);
  return {
    holds,
    deliveries: ids.size,
    lost,
    forged: receiver.forged.length,
    calls,
    failures: receiver.failures(),
  };
});
