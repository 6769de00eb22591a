import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import type { Batch } from '../../../layers/domain/batches/batch.ts';
import { sourceUnavailable } from '../../../layers/domain/links/source-errors.ts';
import { questionService } from '../../support/question-service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

let tables: TestTables;
let service: ReturnType<typeof questionService>;
let caller: Principal;

beforeEach(async () => {
  tables = await testTables();
  service = questionService(tables);
  caller = await service.caller();
});

const read = (batchId: string) => service.readBatch(caller.orgId, batchId, 0);
const asked = (...uploads: readonly { upload_id: string }[]) => ({
  items: uploads.map(({ upload_id }) => ({ upload_id })),
  question: 'How many cuts are there?',
});
/** What must not move once a batch has ended. */
const standing = ({ items, ...batch }: Batch) => ({
  ...batch,
  items: items.map(({ run_id, status, credits_charged }) => ({ run_id, status, credits_charged })),
});
const GONE = { answer: null, value: null, session_id: null, error: { type: 'video_not_found' } };

test('a batch that succeeded stays so when its videos are erased, one after the other', async () => {
  const sent = [
    await service.receiveUpload(caller, 'one'),
    await service.receiveUpload(caller, 'two'),
  ] as const;
  const { batch_id } = await service.createBatch(caller, asked(...sent));
  await service.workOff();
  const before = await read(batch_id);
  expect(before).toMatchObject({ status: 'succeeded', done: 2, failed: 0 });
  expect(before.credits_charged).toBeGreaterThan(0);
  for (const { video } of sent) {
    await service.erase(caller.orgId, video.id);
    expect(standing(await read(batch_id))).toEqual(standing(before));
  }
  expect((await read(batch_id)).items).toMatchObject([GONE, GONE]);
});

test('a batch tells what was charged for an item that is still read', async () => {
  const sent = await service.receiveUpload(caller, 'one');
  const { batch_id } = await service.createBatch(caller, asked(sent));
  expect(await read(batch_id)).toMatchObject({ status: 'queued', credits_charged: 0 });
  const told: Batch[] = [];
  service.engine.onDraw = async () => void told.push(await read(batch_id));
  await service.workOff();
  const { credits_charged } = await read(batch_id);
  expect(credits_charged).toBeGreaterThan(0);
  const item = { status: 'running', credits_charged };
  expect(told[0]).toMatchObject({ status: 'running', credits_charged, items: [item] });
});

test('who waits for a batch asks for its jobs in one request, and no more for those that ended', async () => {
  caller = await service.caller('free');
  const sent = [
    await service.receiveUpload(caller, 'one'),
    await service.receiveUpload(caller, 'two'),
    await service.receiveUpload(caller, 'three'),
  ];
  const { batch_id } = await service.createBatch(caller, asked(...sent));
  const asks: number[] = [];
  tables.db.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === 'BatchGetItemCommand') {
          asks.push(JSON.stringify(args.input).split('JOB#').length - 1);
        }
        return next(args);
      },
    { step: 'initialize' },
  );
  expect(await service.readBatch(caller.orgId, batch_id, 60)).toMatchObject({ done: 3 });
  // The plan runs two at once: the third begins when they have ended.
  expect(asks).toEqual([2, 2, 2, 2, 1, 1]);
});

test('a batch shows no answer about a video whose time is over, before any sweep', async () => {
  caller = await service.caller('free');
  const sent = await service.receiveUpload(caller, 'one');
  const { batch_id } = await service.createBatch(caller, asked(sent));
  await service.workOff();
  const before = await read(batch_id);
  expect(before.items[0]?.answer).toEqual(expect.any(String));
  service.clock.now = new Date(service.clock.now.getTime() + 7 * 24 * 3600_000);
  const after = await read(batch_id);
  expect(standing(after)).toEqual(standing(before));
  expect(after.items).toMatchObject([GONE]);
});

test('an item that another call answered stays free when its video is erased', async () => {
  const { upload_id, video } = await service.receiveUpload(caller, 'one');
  const alone = service.parse({ upload_id, question: asked().question, sync: false });
  await service.ask(caller, alone);
  const { batch_id } = await service.createBatch(caller, asked({ upload_id }));
  await service.workOff();
  const before = await read(batch_id);
  expect(before).toMatchObject({ status: 'succeeded', credits_charged: 0 });
  await service.erase(caller.orgId, video.id);
  expect(standing(await read(batch_id))).toEqual(standing(before));
});

test('an item that failed, and one that was cancelled, stay so when their videos are erased', async () => {
  const sent = await service.receiveUpload(caller, 'one');
  service.web.found = sourceUnavailable('unavailable');
  const items = [{ upload_id: sent.upload_id }, { url: 'https://media.example/talk.mp4' }];
  const { batch_id } = await service.createBatch(caller, { items });
  const [{ job_id: cancelled }, { job_id: failing }] = (await jobsOf(batch_id)) as [Named, Named];
  await service.cancelJob(caller.orgId, cancelled);
  await service.workOff();
  const before = await read(batch_id);
  expect(before.items.map(({ status }) => status)).toEqual(['cancelled', 'failed']);
  const { video_id } = (await service.jobs.find(caller.orgId, failing)) ?? {};
  for (const id of [sent.video.id, video_id ?? '']) await service.erase(caller.orgId, id);
  expect(standing(await read(batch_id))).toEqual(standing(before));
  expect((await read(batch_id)).items).toMatchObject([GONE, GONE]);
});

test('a batch that was cancelled as all its items ended is told by what became of them', async () => {
  const sent = await service.receiveUpload(caller, 'one');
  service.web.found = sourceUnavailable('unavailable');
  const reachable = { upload_id: sent.upload_id };
  const unreachable = { url: 'https://media.example/talk.mp4' };
  for (const [items, status] of [
    [[reachable], 'succeeded'],
    [[reachable, unreachable], 'partial'],
    [[unreachable], 'failed'],
  ] as const) {
    const { batch_id } = await service.createBatch(caller, { items: [...items] });
    await service.workOff();
    const before = await read(batch_id);
    expect(before).toMatchObject({ status });
    // As one that found the batch running just before does.
    await service.batches.cancel(caller.orgId, batch_id);
    expect(await read(batch_id)).toEqual(before);
  }
});

test('a batch of which a video was erased is cancelled all the same', async () => {
  const sent = [
    await service.receiveUpload(caller, 'one'),
    await service.receiveUpload(caller, 'two'),
  ] as const;
  const { batch_id } = await service.createBatch(caller, asked(...sent));
  await service.erase(caller.orgId, sent[0].video.id);
  const cancelled = await service.cancelBatch(caller.orgId, batch_id);
  expect(cancelled).toMatchObject({ status: 'cancelled', credits_charged: 0 });
  expect(cancelled.items.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  expect(await service.cancelBatch(caller.orgId, batch_id)).toEqual(cancelled);
});

test('a batch is read as it ended while one of its videos is being erased', async () => {
  const { upload_id, video } = await service.receiveUpload(caller, 'one');
  const { batch_id } = await service.createBatch(caller, asked({ upload_id }));
  await service.workOff();
  const before = standing(await read(batch_id));
  const seen: unknown[] = [];
  const { deletePrefix } = service.artifacts;
  service.artifacts.deletePrefix = async (prefix) => {
    await deletePrefix(prefix);
    seen.push(standing(await read(batch_id)));
  };
  await service.erase(caller.orgId, video.id);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).toEqual(seen.map(() => before));
});

test('an erasure leaves nothing that led from its jobs to a batch', async () => {
  const { upload_id, video } = await service.receiveUpload(caller, 'one');
  await service.createBatch(caller, asked({ upload_id }));
  await service.workOff();
  await service.erase(caller.orgId, video.id);
  const { Items = [] } = await tables.db.send(new ScanCommand({ TableName: tables.records }));
  const kinds = new Set(Items.map(({ sk }) => String(sk).split('#')[0]));
  const ofBatches = [...kinds].filter((kind) => kind?.startsWith('BATCH'));
  expect(new Set(ofBatches)).toEqual(new Set(['BATCH', 'BATCHITEM']));
});

type Named = { readonly job_id: string };

async function jobsOf(batchId: string) {
  const { items = [] } = (await service.batches.find(caller.orgId, batchId)) ?? {};
  return items.map(({ job_id }) => ({ job_id: job_id ?? '' }));
}
