import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as keys from '../../../layers/adapters/dynamo/keys.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { questionService } from '../../support/question-service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

const LINK = 'https://media.example/talk.mp4?watch=secretly';

let tables: TestTables;
let service: ReturnType<typeof questionService>;
let caller: Principal;

beforeEach(async () => {
  tables = await testTables();
  service = questionService(tables);
  // Two jobs at once: of three items one waits.
  caller = await service.caller('free');
});

const rows = async (): Promise<string> => {
  const { Items = [] } = await tables.db.send(new ScanCommand({ TableName: tables.records }));
  return JSON.stringify(Items);
};

const sent = (bytes: string) => service.receiveUpload(caller, bytes);

test('an item that was answered holds no words of its own, and says that its video was erased', async () => {
  const [kept, erased] = [await sent('one'), await sent('two')];
  const { batch_id } = await service.createBatch(caller, {
    items: [
      { upload_id: kept.upload_id, ref: 'kept', question: 'Who is the heir?' },
      { upload_id: erased.upload_id, ref: 'gone', question: 'Who hides the will?' },
    ],
    instructions: 'Answer like a notary.',
  });
  await service.workOff();
  const { items: before } = await service.readBatch(caller.orgId, batch_id, 0);
  expect(before.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  await service.erase(caller.orgId, erased.video.id);
  const left = await rows();
  for (const trace of [erased.video.id, erased.upload_id, 'Who hides the will?'])
    expect([trace, left.includes(trace)]).toEqual([trace, false]);
  const { items } = await service.readBatch(caller.orgId, batch_id, 0);
  expect(items).toMatchObject([
    { ref: 'kept', status: 'succeeded', error: null },
    { ref: 'gone', status: 'succeeded', answer: null, error: { type: 'video_not_found' } },
  ]);
  expect(items[1]?.error?.message).toMatch(/^The video of this item was erased/);
});

test.each([
  ['its upload', ({ upload_id }: Sent) => ({ upload_id })],
  ['its own id', ({ video }: Sent) => ({ url: video.id })],
])(
  'an item that waits for a video by %s ends with its erasure, and its words go',
  async (_, by) => {
    const [first, second, third] = [await sent('one'), await sent('two'), await sent('three')];
    const { batch_id } = await service.createBatch(caller, {
      items: [
        { upload_id: first.upload_id },
        { upload_id: second.upload_id },
        { ...by(third), ref: 'waits', question: 'Who hides the will?' },
      ],
    });
    expect(await rows()).toContain('Who hides the will?');
    await service.erase(caller.orgId, third.video.id);
    const left = await rows();
    for (const trace of [third.video.id, third.upload_id, 'Who hides the will?'])
      expect([trace, left.includes(trace)]).toEqual([trace, false]);
    await service.workOff();
    const { items, status } = await service.readBatch(caller.orgId, batch_id, 60);
    expect([status, items.map((item) => item.status)]).toEqual([
      'partial',
      ['succeeded', 'succeeded', 'failed'],
    ]);
    expect(items[2]).toMatchObject({
      ref: 'waits',
      error: { message: 'The video of this item was erased before it was read.' },
    });
  },
);

test('items that cannot be read as a whole stand in the way of no erasure', async () => {
  const [first, second, third] = [await sent('one'), await sent('two'), await sent('three')];
  const { batch_id } = await service.createBatch(caller, {
    items: [
      { upload_id: first.upload_id },
      { upload_id: second.upload_id },
      { upload_id: third.upload_id, question: 'Who hides the will?' },
    ],
  });
  const { db, records: TableName } = tables;
  for (const Key of [0, 2].map((item) => keys.batchItem(caller.orgId, batch_id, item))) {
    const UpdateExpression = 'REMOVE run_id';
    await db.send(new UpdateCommand({ TableName, Key, UpdateExpression }));
  }
  for (const { video } of [third, first]) {
    expect(await service.erase(caller.orgId, video.id)).toMatchObject({ deleted: true });
  }
  expect(await rows()).not.toContain('Who hides the will?');
});

test('an item that waits for the video of a link ends with its erasure, and its words go', async () => {
  const { body } = await service.frames(caller, { url: LINK });
  const { id } = (body as { video: { id: string } }).video;
  const [first, second] = [await sent('one'), await sent('two')];
  const { batch_id } = await service.createBatch(caller, {
    items: [
      { upload_id: first.upload_id },
      { upload_id: second.upload_id },
      { url: `${LINK}&utm_source=mail`, question: 'Who hides the will?' },
      { url: 'https://media.example/other.mp4', question: 'Who is the heir?' },
    ],
  });
  await service.erase(caller.orgId, id);
  const left = await rows();
  expect([left.includes('secretly'), left.includes('Who hides the will?')]).toEqual([false, false]);
  expect(left).toContain('Who is the heir?');
  await service.workOff();
  const { items } = await service.readBatch(caller.orgId, batch_id, 60);
  expect(items.map(({ status }) => status)).toEqual([
    'succeeded',
    'succeeded',
    'failed',
    'succeeded',
  ]);
});

test('an erasure that breaks off behind its first step still ends what waits', async () => {
  const { body } = await service.frames(caller, { url: LINK });
  const { id } = (body as { video: { id: string } }).video;
  const [first, second] = [await sent('one'), await sent('two')];
  await service.createBatch(caller, {
    items: [
      { upload_id: first.upload_id },
      { upload_id: second.upload_id },
      { url: LINK, question: 'Who hides the will?' },
    ],
  });
  const { deletePrefix } = service.artifacts;
  service.artifacts.deletePrefix = () => Promise.reject(new Error('the store is away'));
  await expect(service.erase(caller.orgId, id)).rejects.toThrow('the store is away');
  service.artifacts.deletePrefix = deletePrefix;
  await service.erase(caller.orgId, id);
  const left = await rows();
  expect([left.includes('secretly'), left.includes('Who hides the will?')]).toEqual([false, false]);
});

test('what a cancelled batch did not start holds no words', async () => {
  const videos = [await sent('one'), await sent('two'), await sent('three')];
  const { batch_id } = await service.createBatch(caller, {
    items: videos.map(({ upload_id }) => ({ upload_id })),
    question: 'Who hides the will?',
  });
  const { items } = await service.cancelBatch(caller.orgId, batch_id);
  expect(items.map(({ status, error }) => [status, error?.reason])).toEqual(
    Array.from({ length: 3 }, () => ['cancelled', 'cancelled']),
  );
  // As the sweep does, which looks for jobs that were being started meanwhile.
  await service.advance(caller.orgId, batch_id);
  expect(await service.readBatch(caller.orgId, batch_id, 0)).toMatchObject({ items });
  for (const { video } of videos) await service.erase(caller.orgId, video.id);
  expect(await rows()).not.toContain('Who hides the will?');
});

type Sent = Awaited<ReturnType<typeof sent>>;

test('a batch whose words fill more than one answer of the table is read whole', async () => {
  const { upload_id } = await sent('one');
  const items = Array.from({ length: 20 }, (_, at) => ({
    upload_id,
    ref: `item ${at}`,
    question: `${at}${'何'.repeat(7_900)}`,
  }));
  const { batch_id } = await service.createBatch(caller, {
    items,
    instructions: '短'.repeat(8_000),
    schema: { type: 'object', properties: {}, description: 'a'.repeat(30_000) },
  });
  const { items: found } = await service.readBatch(caller.orgId, batch_id, 0);
  expect(found.map(({ ref }) => ref)).toEqual(items.map(({ ref }) => ref));
});
