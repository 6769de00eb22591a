import { testService } from '../../support/service.ts';
import { otherProcess, testTables } from '../../support/tables.ts';

test('processes that accept and charge for one organization at once neither lose nor double anything', async () => {
  const tables = await testTables();
  const processes = Array.from({ length: 6 }, () => testService(otherProcess(tables)));
  const [first] = processes;
  if (!first) throw new Error('no process');
  const caller = await first.caller('enterprise', 200);
  const { upload_id } = await first.receiveUpload(caller, 'bytes');

  const accepted = await Promise.all(
    processes.flatMap((process) =>
      Array.from({ length: 8 }, () =>
        process.acceptFrames(caller, { upload_id, detail: 'standard', sync: false }),
      ),
    ),
  );
  expect(new Set(accepted.map(({ job_id }) => job_id)).size).toBe(48);
  await Promise.all(processes.map((process) => process.workOff()));

  const { topup_balance, ledger } = await first.getCredits(caller, 200);
  const charged = ledger.filter(({ job_id }) => job_id !== null);
  expect(charged.length).toBe(48);
  const spent = charged.reduce((sum, { delta }) => sum - delta, 0);
  expect(topup_balance).toBeCloseTo(200 - spent, 6);
  const jobs = await Promise.all(accepted.map(({ job_id }) => first.getJob(caller.orgId, job_id)));
  expect(jobs.filter(({ status }) => status === 'succeeded').length).toBe(48);
});
