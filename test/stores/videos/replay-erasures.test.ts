import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoRestoredRows } from '../../../layers/adapters/dynamo/videos/restored-rows.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { newUpload, sweepAt } from '../../../layers/app/uploads/reserve-upload.ts';
import { makeEraseVideo } from '../../../layers/app/videos/erase-video.ts';
import { makeReplayErasures } from '../../../layers/app/videos/replay-erasures.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import { questionService } from '../../support/question-service.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

let tables: TestTables;
let service: ReturnType<typeof testService>;
let caller: Principal;

beforeEach(async () => {
  tables = await testTables();
  service = testService(tables);
  caller = await service.caller();
});

const erase = (videoId: string) => makeEraseVideo(service.erasing)(caller.orgId, videoId);
const replay = () =>
  makeReplayErasures({
    ...service.erasing,
    rows: dynamoRestoredRows(tables.db, tables.records),
    eraseOrganization: () => Promise.reject(new Error('no organization was erased')),
  })();

const TableName = () => tables.records;
const snapshot = async () =>
  (await tables.db.send(new ScanCommand({ TableName: TableName(), ConsistentRead: true }))).Items ??
  [];
type Rows = Awaited<ReturnType<typeof snapshot>>;

/** Makes the table what it was, as a restore does. */
async function restore(rows: Rows): Promise<void> {
  for (const { pk, sk } of await snapshot()) {
    await tables.db.send(new DeleteCommand({ TableName: TableName(), Key: { pk, sk } }));
  }
  for (const Item of rows) {
    await tables.db.send(new PutCommand({ TableName: TableName(), Item }));
  }
}
async function expectNothingOf(traces: readonly string[]): Promise<void> {
  const left = JSON.stringify([await snapshot(), ...service.artifacts.objects.keys()]);
  for (const trace of traces) expect([trace, left.includes(trace)]).toEqual([trace, false]);
}

async function richVideo(content: string) {
  const first = await service.receiveUpload(caller, content, 'Secret title.mp4');
  const second = await service.receiveUpload(caller, content, 'Other title.mp4');
  const { upload_id } = first;
  const done = await service.frames(caller, { upload_id, idempotency_key: `once ${content}` });
  const queued = await service.frames(caller, { upload_id, detail: 'overview', sync: false });
  const jobs = [done.body.job_id, queued.body.job_id];
  return { videoId: first.video.id, uploads: [upload_id, second.upload_id], jobs };
}

test('what a restored table brought back is erased anew, and nothing else', async () => {
  const kept = await richVideo('kept');
  const gone = await richVideo('gone');
  const before = await snapshot();
  await erase(gone.videoId);
  await restore(before);
  const traces = [gone.videoId, ...gone.uploads, ...gone.jobs];
  const all = JSON.stringify(await snapshot());
  for (const trace of traces) expect(all).toContain(trace);
  expect(await replay()).toMatchObject({ videos: 1 });
  await expectNothingOf(traces);
  const again = await service.frames(caller, { upload_id: kept.uploads[0] });
  expect(again.body).toMatchObject({ cache_hit: true });
  expect((await service.getJob(caller.orgId, kept.jobs[0] ?? '')).status).toBe('succeeded');
  expect(await replay()).toMatchObject({ videos: 0, rows: 0 });
});

test('the jobs of a video that comes back are ended, and their room is free again', async () => {
  const gone = await richVideo('gone');
  const before = await snapshot();
  await erase(gone.videoId);
  await restore(before);
  await replay();
  const slots = (await snapshot()).filter(({ sk }) => sk === 'SLOTS');
  expect(JSON.stringify(slots)).not.toContain('job_');
});

test('a batch stands as it did, whether its video was erased before that second or after', async () => {
  const questions = questionService(tables);
  const { upload_id, video } = await questions.receiveUpload(caller, 'gone');
  const items = [{ upload_id }, { upload_id: 'upl_unknown' }];
  const { batch_id } = await questions.createBatch(caller, { items, question: 'What is said?' });
  await questions.workOff();
  const read = () => questions.readBatch(caller.orgId, batch_id, 0);
  const before = await snapshot();
  await questions.erase(caller.orgId, video.id);
  const erased = await read();
  expect(erased).toMatchObject({ status: 'partial', total: 2, done: 1, failed: 1 });
  expect(erased.credits_charged).toBeGreaterThan(0);

  const replayAll = makeReplayErasures({
    ...questions.erasing,
    rows: dynamoRestoredRows(tables.db, tables.records),
    eraseOrganization: () => Promise.reject(new Error('no organization was erased')),
  });
  await replayAll();
  expect(await read()).toEqual(erased);
  await restore(before);
  expect(await replayAll()).toMatchObject({ videos: 1 });
  expect(await read()).toEqual(erased);
  await expectNothingOf([video.id, upload_id]);
});

test('an upload that had no video yet at that second goes as well', async () => {
  const stored = await service.receiveUpload(caller, 'the very bytes', 'First.mp4');
  const upload = newUpload(
    caller,
    {
      filename: 'Secret title.mp4',
      content_type: 'video/mp4',
      max_bytes: 1000,
      bytes: 14,
      direct: true,
      ticket: undefined,
    },
    { now: service.clock.now, newId },
  );
  await service.uploads.reserve(upload, sweepAt(upload, service.clock.now));
  const before = await snapshot();
  const video = await service.videos.find(caller.orgId, stored.video.id);
  if (!video) throw new Error('no video');
  await service.videos.addUpload(video, {
    ...upload,
    received_bytes: 14,
    settled_at: upload.created_at,
  });
  await erase(video.video_id);
  await restore(before.filter(({ sk }) => sk === `UPLOAD#${upload.upload_id}`));
  await service.artifacts.put(upload.source_key, Buffer.from('bytes'), 'video/mp4');
  expect(await replay()).toMatchObject({ videos: 0, rows: 1 });
  await expectNothingOf([upload.upload_id, upload.reserved_video_id, 'Secret title']);
});

test('rows of which a restore brought back only some go as well', async () => {
  const gone = await richVideo('gone');
  const before = await snapshot();
  await erase(gone.videoId);
  for (const part of [0, 1, 2, 3]) {
    await restore(before.filter((_, at) => at % 4 === part));
    await replay();
    await expectNothingOf([gone.videoId, ...gone.uploads, ...gone.jobs]);
  }
});

test('an erasure that was under way at that second comes to its end', async () => {
  const gone = await richVideo('gone');
  const cut = { ...service.artifacts, deletePrefix: () => Promise.reject(new Error('killed')) };
  const erasing = makeEraseVideo({ ...service.erasing, artifacts: cut })(
    caller.orgId,
    gone.videoId,
  );
  await expect(erasing).rejects.toThrow('killed');
  const before = await snapshot();
  await erase(gone.videoId);
  await restore(before);
  await replay();
  await expectNothingOf([gone.videoId, ...gone.uploads, ...gone.jobs]);
});

test('the same bytes sent again after an erasure are left alone', async () => {
  const gone = await richVideo('the bytes');
  await erase(gone.videoId);
  const again = await service.receiveUpload(caller, 'the bytes');
  expect(await replay()).toMatchObject({ videos: 0, rows: 0 });
  expect(await service.videos.findByUpload(caller.orgId, again.upload_id)).toBeDefined();
});
