import { dynamoBatches } from '../../../layers/adapters/dynamo/batches/batches.ts';
import { makeAdvanceBatch } from '../../../layers/app/batches/advance-batch.ts';
import {
  makeAdvanceWaiting,
  makeSweepBatches,
} from '../../../layers/app/batches/advance-waiting.ts';
import type { EarlierUse } from '../../../layers/app/ports/jobs/jobs.ts';
import type { Accepted } from '../../../layers/app/questions/ask-question.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { WatchVideoRequest } from '../../../layers/domain/questions/question.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
let batches: ReturnType<typeof dynamoBatches>;
beforeAll(() => {
  batches = dynamoBatches(tables.db, tables.records);
});

/** A batch of two items, and what is done to its jobs. */
async function batchOfTwo() {
  const service = testService(tables);
  const { orgId } = await service.caller();
  const batchId = `bat_${orgId}`;
  const item = (index: number) => ({
    index,
    run_id: `run_${index}_${orgId}`,
    ref: null,
    job_id: null,
    joined: false,
    error: null,
    request: WatchVideoRequest.parse({ upload_id: 'upl_01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
  });
  const created_at = service.clock.now.toISOString();
  await batches.create({
    batch: {
      batch_id: batchId,
      org_id: orgId,
      wallet: 'topup',
      total: 2,
      cancelled: false,
      created_at,
    },
    items: [item(0), item(1)],
  });
  const ended: string[] = [];
  const known = new Map<string, Pick<EarlierUse, 'jobId' | 'joined'>>();
  const advance = (ask: () => Promise<Accepted>) =>
    makeAdvanceBatch({
      ...service.accepting,
      batches,
      ask,
      jobs: {
        findAll: service.jobs.findAll,
        findEarlierUse: async (_org, _operation, key) => {
          const use = known.get(key);
          return use && { ...use, body: '' };
        },
      },
      cancelJob: (_org, jobId) => {
        ended.push(jobId);
        return Promise.resolve({} as never);
      },
    })(orgId, batchId);
  const jobIds = async () =>
    (await batches.find(orgId, batchId))?.items.map(({ job_id }) => job_id);
  return { orgId, batchId, advance, ended, known, jobIds, cancel: batches.cancel };
}

const accepted = (job_id: string, { joined } = { joined: false }) =>
  Promise.resolve({ job: { job_id, status: 'queued' }, joined } as Accepted);

test('a job that is accepted while its batch is cancelled is ended, and no other is started', async () => {
  const { orgId, batchId, advance, ended, jobIds, cancel } = await batchOfTwo();
  let asked = 0;
  await advance(async () => {
    asked += 1;
    await cancel(orgId, batchId);
    return accepted('job_late');
  });
  expect([asked, ended, await jobIds()]).toEqual([1, ['job_late'], [null, null]]);
});

test('a job that others asked for too goes on when the batch that joined it is cancelled', async () => {
  const { orgId, batchId, advance, ended, cancel } = await batchOfTwo();
  await advance(async () => {
    await cancel(orgId, batchId);
    return accepted('job_of_others', { joined: true });
  });
  expect(ended).toEqual([]);
});

test('a job whose start was killed before its item could tell is ended by the next look', async () => {
  const { orgId, batchId, advance, ended, known, cancel } = await batchOfTwo();
  known.set(`run_0_${orgId}`, { jobId: 'job_of_others', joined: true });
  known.set(`run_1_${orgId}`, { jobId: 'job_untold' });
  await cancel(orgId, batchId);
  await advance(() => Promise.reject(new Error('nothing is started')));
  expect(ended).toEqual(['job_untold']);
  expect(await batches.waiting(orgId)).toEqual([]);
});

test('where there is no room for a batch, those behind it are not looked at', async () => {
  const advanced: string[] = [];
  const advance = async (_: string, batchId: string) => {
    advanced.push(batchId);
    return batchId === 'bat_2' ? ('full' as const) : undefined;
  };
  const waiting = async () => ['bat_1', 'bat_2', 'bat_3', 'bat_4'];
  await makeAdvanceWaiting({ batches: { waiting }, advance })('org_1');
  expect(advanced).toEqual(['bat_1', 'bat_2']);
});

test('an item for which there is no room is told of', async () => {
  const { advance, jobIds } = await batchOfTwo();
  const full = () => Promise.reject(new DomainError('rate_limited', 'All slots are in use.'));
  expect(await advance(full)).toBe('full');
  expect(await jobIds()).toEqual([null, null]);
});

test('a batch that waits for room is left to later sweeps, and no other one waits for it', async () => {
  const [first, second] = [await batchOfTwo(), await batchOfTwo()];
  const orgs = [first.orgId, second.orgId];
  let now = new Date(Date.now() + 3_600_000);
  const looked: string[] = [];
  const full = async (orgId: string) => {
    looked.push(orgId);
    return 'full' as const;
  };
  // Of these two alone, and one at a time.
  const overdue = async () =>
    (await batches.overdue(now, 1000)).filter(({ orgId }) => orgs.includes(orgId)).slice(0, 1);
  const sweep = makeSweepBatches({
    batches: { ...batches, overdue },
    advance: full,
    now: () => now,
  });
  expect(await sweep()).toEqual({ batches: 2 });
  expect(new Set(looked)).toEqual(new Set(orgs));
  expect(await overdue()).toEqual([]);
  now = new Date(now.getTime() + 60_000);
  expect(await overdue()).toHaveLength(1);
});

test('a batch that cannot be advanced does not hold up the others, and is told of', async () => {
  const advanced: string[] = [];
  const advance = async (_: string, batchId: string) => {
    if (batchId === 'bat_1') throw new Error('its row cannot be written');
    advanced.push(batchId);
    return undefined;
  };
  const overdue = new Set(['bat_1', 'bat_3']);
  const found = {
    waiting: async () => ['bat_1', 'bat_2'],
    overdue: async () => [...overdue].map((batchId) => ({ orgId: 'org_1', batchId })),
    putOff: async (_: string, batchId: string) => void overdue.delete(batchId),
  };
  const waiting = makeAdvanceWaiting({ batches: found, advance });
  await expect(waiting('org_1')).rejects.toThrow('batches were not advanced');
  const sweep = makeSweepBatches({ batches: found, advance, now: () => new Date() });
  await expect(sweep()).rejects.toThrow('batches were not looked after');
  expect(advanced).toEqual(['bat_2', 'bat_3']);
});
