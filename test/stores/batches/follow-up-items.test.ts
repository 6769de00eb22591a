import { makeAdvanceBatch } from '../../../layers/app/batches/advance-batch.ts';
import { makeCreateBatch } from '../../../layers/app/batches/create-batch.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { BatchRequest } from '../../../layers/domain/batches/batch.ts';
import { questionService } from '../../support/question-service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof questionService>;
let caller: Principal;

beforeEach(async () => {
  service = questionService(await testTables());
  caller = await service.caller();
});

/** A question about a video that was read before: its job is accepted, and nobody told the item. */
async function untoldFollowUp(): Promise<string> {
  const { upload_id } = await service.receiveUpload(caller, 'talk');
  await service.watch(caller, { upload_id });
  const { asking, batches, ask } = service;
  const advance = makeAdvanceBatch({
    ...asking,
    ask,
    batches: { ...batches, start: () => Promise.reject(new Error('killed')) },
    cancelJob: () => Promise.reject(new Error('nothing is cancelled')),
  });
  const create = makeCreateBatch({ ...asking, batches, advance: async () => undefined });
  const items = [{ upload_id, question: 'Who is the heir?' }];
  const { batch_id } = await create(caller, BatchRequest.parse({ items }));
  await expect(advance(caller.orgId, batch_id)).rejects.toThrow('killed');
  return batch_id;
}

test.each([
  ['is under way', false],
  ['has ended', true],
])('an item tells what its own job was charged, found when that %s', async (_when, ended) => {
  const batchId = await untoldFollowUp();
  if (ended) await service.workOff();
  await service.advance(caller.orgId, batchId);
  expect(await service.readBatch(caller.orgId, batchId, 60)).toMatchObject({
    status: 'succeeded',
    credits_charged: 0.1,
    items: [{ credits_charged: 0.1 }],
  });
});

test('an item that another call answers along is free', async () => {
  const { upload_id } = await service.receiveUpload(caller, 'talk');
  const { job } = (await service.ask(caller, service.parse({ upload_id }))) as { job: object };
  const { batch_id } = await service.createBatch(caller, { items: [{ upload_id }] });
  expect(job).toMatchObject({ status: 'queued' });
  expect(await service.readBatch(caller.orgId, batch_id, 60)).toMatchObject({
    status: 'succeeded',
    credits_charged: 0,
  });
});
