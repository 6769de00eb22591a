import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { countRequests } from '../../../bench/api/count-requests.ts';
import * as keys from '../../../layers/adapters/dynamo/keys.ts';
import { dynamoVideoLists } from '../../../layers/adapters/dynamo/videos/video-lists.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeEraseVideo } from '../../../layers/app/videos/erase-video.ts';
import { makeListVideos } from '../../../layers/app/videos/list-videos.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import type { VideoListQuery } from '../../../layers/domain/videos/video-list.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
const service = testService(tables);
let caller: Principal;

beforeEach(async () => {
  caller = await service.caller('pro', 1000);
  service.engine.found = MINUTE;
});

const listVideos = () =>
  makeListVideos({
    videoLists: dynamoVideoLists(tables.db, tables.records),
    artifacts: service.artifacts,
    passOver: service.passOver,
  });
const list = (limit = 20, next?: string) =>
  listVideos()(caller, { limit, next: next as VideoListQuery['next'] });
const only = async (query: Omit<VideoListQuery, 'limit'>, of = caller) =>
  (await listVideos()(of, { limit: 20, ...query })).videos.map(({ video_id }) => video_id);
async function uploaded(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { video } = await service.receiveUpload(caller, `bytes ${made} of ${caller.orgId}`);
    ids.unshift(video.id);
  }
  return ids;
}

test('an organization without videos has an empty list', async () => {
  expect(await list()).toEqual({ videos: [], next: null });
});

test('videos come newest first, page after page, each once, however much belongs to them', async () => {
  const ids = await uploaded(7);
  const { videos } = await list();
  // The oldest and one in the middle have more rows than are looked at together.
  for (const id of [ids[6], ids[3]]) {
    for (let start = 0; start < 24; start += 1) {
      await service.frames(caller, {
        upload_id: videos.find(({ video_id }) => video_id === id)?.upload_id,
        detail: 'standard',
        start,
        end: start + 1,
      });
    }
  }
  const walked: string[] = [];
  for (let next: string | undefined; ; ) {
    const page = await list(2, next);
    walked.push(...page.videos.map(({ video_id }) => video_id));
    if (page.next === null) break;
    next = page.next;
  }
  expect(walked).toEqual(ids);
  expect(await list(7)).toMatchObject({ next: null });
  expect((await list(6)).next).toBe(ids[5]);
});

test('a page is found by one look, however many videos it has', async () => {
  await uploaded(12);
  const counter = countRequests();
  await list(11);
  expect(counter.take()).toEqual({ 'DynamoDB Query': 1 });
});

test('what was read of a video is told by level and language, joined, and when it ends', async () => {
  const { upload_id, video } = await service.receiveUpload(caller, `bytes of ${caller.orgId}`);
  const windows = [
    [0, 2],
    [2, 3],
    [5, 6],
  ];
  for (const [start, end] of windows) {
    await service.frames(caller, { upload_id, detail: 'standard', start, end });
  }
  await service.frames(caller, { upload_id, detail: 'detail', start: 1, end: 2 });
  const [listed] = (await list()).videos;
  expect(listed).toMatchObject({
    video_id: video.id,
    video,
    upload_id,
    url: null,
    platform: 'upload',
    expires_at: new Date(service.clock.now.getTime() + 90 * 24 * 3600_000).toISOString(),
  });
  const frames = (detail: string, ...spans: number[][]) => ({
    operation: 'frames',
    detail,
    language: null,
    windows: spans.map(([start, end]) => ({ start, end })),
  });
  // The newest read stands for it, by its own sheet.
  const [job] = await service.jobs.list(caller.orgId, 1);
  const key = job?.result_key?.replace('result.json', 'sheet-1.jpg');
  expect(new URL(listed?.thumbnail?.url ?? '').pathname).toContain(key);
  expect(listed?.thumbnail).toMatchObject({ tile: [0, 0, expect.any(Number), expect.any(Number)] });
  expect(listed?.reads.filter(({ operation }) => operation === 'frames')).toEqual([
    frames('detail', [1, 2]),
    frames('standard', [0, 3], [5, 6]),
  ]);
});

test('what was read is told to the millisecond, and joined where it touches there', async () => {
  const { upload_id } = await service.receiveUpload(caller, `bytes of ${caller.orgId}`);
  // In floating point the first moment ends at 0.8999999999999999, before the second begins.
  for (const start of [0.7, 0.9, 2.1]) {
    await service.frames(caller, { upload_id, detail: 'single', start });
  }
  const reads = (await list()).videos[0]?.reads.filter(({ detail }) => detail === 'single');
  expect(reads?.flatMap(({ windows }) => windows)).toEqual([
    { start: 0.7, end: 1.1 },
    { start: 2.1, end: 2.3 },
  ]);
});

test("an erased video, and another organization's, are not listed", async () => {
  const [newest, older] = await uploaded(2);
  const erase = makeEraseVideo(service.erasing);
  await erase(caller.orgId, newest ?? '');
  expect((await list()).videos.map(({ video_id }) => video_id)).toEqual([older]);
  caller = await service.caller();
  expect(await list()).toEqual({ videos: [], next: null });
});

test('a video that cannot be read is left out, and the list goes on behind it', async () => {
  const [newest = '', damaged = '', older = '', oldest] = await uploaded(4);
  const UpdateExpression = 'SET probe = :of_a_later_release';
  for (const Key of [damaged, older].map((id) => keys.video(caller.orgId, id))) {
    await tables.db.send(
      new UpdateCommand({
        TableName: tables.records,
        Key,
        UpdateExpression,
        ExpressionAttributeValues: { ':of_a_later_release': 'elsewhere' },
      }),
    );
  }
  expect((await list()).videos.map(({ video_id }) => video_id)).toEqual([newest, oldest]);
  const { next } = await list(1);
  expect((await list(1, next ?? '')).videos.map(({ video_id }) => video_id)).toEqual([oldest]);
  expect(service.passedOver).toContainEqual(
    expect.stringMatching(`^the row VIDEO#${damaged} .* cannot be read · probe$`),
  );
});

test('a link that waits to be fetched is listed by its address', async () => {
  const url = 'https://media.example/film.mp4';
  await service.frames(caller, { url, sync: false });
  expect((await list()).videos).toMatchObject([
    { url, video: null, upload_id: null, size_bytes: null, platform: 'web', reads: [] },
  ]);
});

test('one video is asked for by its id or by the digest of its file, and is found by its own organization alone', async () => {
  const [newest = '', oldest = ''] = await uploaded(2);
  const digest = sha256(`bytes 0 of ${caller.orgId}`);
  expect(await only({ video_id: newest })).toEqual([newest]);
  expect(await only({ sha256: digest })).toEqual([oldest]);
  expect(await only({ sha256: digest, video_id: oldest })).toEqual([oldest]);
  expect(await only({ sha256: digest, video_id: newest })).toEqual([]);
  expect(await only({ sha256: sha256('other bytes') })).toEqual([]);
  const stranger = await service.caller('pro');
  expect(await only({ video_id: newest }, stranger)).toEqual([]);
  expect(await only({ sha256: digest }, stranger)).toEqual([]);
});
