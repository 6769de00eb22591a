import { testService } from './service.ts';
import { otherProcess, type TestTables } from './tables.ts';

const PROCESSES = 4;

/**
 * Sends the same call again and again under each of some idempotency keys, all at once and by
 * several processes; then works the jobs off and sends each once more.
 */
export async function repeats(tables: TestTables, keys: number, callsPerKey: number) {
  const service = testService(tables);
  const processes = Array.from({ length: PROCESSES }, () =>
    testService(otherProcess(tables), undefined, service.artifacts),
  );
  const caller = await service.caller('enterprise', 1000);
  const { upload_id } = await service.receiveUpload(caller, 'bytes');
  const bodies = Array.from({ length: keys }, () => new Set<string>());
  const ask = async (key: number, by: number) => {
    const call = { upload_id, detail: 'single', start: key, sync: false };
    const { body } = await (processes[by % PROCESSES] ?? service).frames(caller, {
      ...call,
      idempotency_key: `key ${key}`,
    });
    bodies[key]?.add(JSON.stringify(body));
  };
  await Promise.all(
    Array.from({ length: keys * callsPerKey }, (_, at) => ask(at % keys, Math.floor(at / keys))),
  );
  const queued = processes.flatMap(({ messages }) => messages).length;
  for (const { workOff } of processes) await workOff();
  for (const key of bodies.keys()) await ask(key, 0);
  const jobs = await service.jobs.list(caller.orgId, 200);
  const { ledger, topup_balance } = await service.getCredits(caller, 200);
  const charged = ledger.flatMap(({ job_id, delta }) => (job_id === null ? [] : [delta]));
  return {
    answersByKey: bodies.map(({ size }) => size),
    queued,
    jobs: jobs.length,
    succeeded: jobs.filter(({ status }) => status === 'succeeded').length,
    charges: charged.length,
    spent: -charged.reduce((sum, delta) => sum + delta, 0),
    balance: topup_balance,
  };
}
