import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as keys from '../../../layers/adapters/dynamo/keys.ts';
import { makeIsOver } from '../../../layers/adapters/dynamo/videos/over.ts';
import { dynamoRetention } from '../../../layers/adapters/dynamo/videos/retention.ts';
import { dynamoVideoLists } from '../../../layers/adapters/dynamo/videos/video-lists.ts';
import { makeEraseVideo, makeSweepErasures } from '../../../layers/app/videos/erase-video.ts';
import { makeListVideos } from '../../../layers/app/videos/list-videos.ts';
import { makeSweepRetention } from '../../../layers/app/videos/sweep-retention.ts';
import type { Principal } from '../../../layers/domain/accounts/credential.ts';
import type { Tier } from '../../../layers/domain/accounts/plans.ts';
import type { FramesResult } from '../../../layers/domain/frames/frames.ts';
import { firstLook, retentionOf } from '../../../layers/domain/videos/retention.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

let tables: TestTables;
let service: ReturnType<typeof testService>;

beforeEach(async () => {
  tables = await testTables();
  service = testService(tables);
});

const START = new Date('2026-05-01T12:00:00Z');
const now = () => service.clock.now;
/** Puts the clock some days after the start. */
const onDay = (days: number) => {
  service.clock.now = new Date(START.getTime() + days * 24 * 3600_000);
};
const sweep = (eraseVideo = makeEraseVideo(service.erasing)) =>
  makeSweepRetention({
    retention: dynamoRetention(tables.db, tables.records),
    accounts: service.accounts,
    jobs: service.jobs,
    eraseVideo,
    now,
  })();
const changePlan = (orgId: string, tier: Tier) =>
  tables.db.send(
    new UpdateCommand({
      TableName: tables.ledger,
      Key: keys.account(orgId),
      UpdateExpression: 'SET tier = :tier',
      ExpressionAttributeValues: { ':tier': tier },
    }),
  );
const isKept = async (orgId: string, videoId: string) =>
  (await service.videos.find(orgId, videoId)) !== undefined;

test.each([
  ['free', 7],
  ['creator', 30],
  ['pro', 90],
  ['studio', 180],
  ['enterprise', 365],
] as const)(
  'a video of the plan %s is erased after %i days, with all of it',
  async (tier, days) => {
    const caller = await service.caller(tier);
    const { upload_id, video } = await service.receiveUpload(
      caller,
      'kept for a while',
      'Secret.mp4',
    );
    await service.frames(caller, { upload_id });
    for (const look of [1, 7, 30, 90, 180].filter((day) => day < days)) {
      onDay(look);
      expect(await sweep()).toEqual({ expired: 0 });
    }
    onDay(days - 0.001);
    expect(await sweep()).toEqual({ expired: 0 });
    expect(await isKept(caller.orgId, video.id)).toBe(true);
    onDay(days);
    expect(await sweep()).toEqual({ expired: 1 });
    expect(service.artifacts.objects.size).toBe(0);
    const { Items } = await tables.db.send(new ScanCommand({ TableName: tables.records }));
    for (const trace of [video.id, upload_id, 'Secret'])
      expect(JSON.stringify(Items)).not.toContain(trace);
    expect(await sweep()).toEqual({ expired: 0 });
  },
);

test('the plan of the day on which a video is looked at decides', async () => {
  const [up, down] = [await service.caller('free'), await service.caller('pro')];
  const mine = await service.receiveUpload(up, 'a larger plan');
  const theirs = await service.receiveUpload(down, 'a smaller plan');
  onDay(6);
  await changePlan(up.orgId, 'creator');
  onDay(7);
  expect(await sweep()).toEqual({ expired: 0 });
  onDay(10);
  await changePlan(down.orgId, 'free');
  onDay(30);
  expect(await sweep()).toEqual({ expired: 2 });
  expect(await isKept(up.orgId, mine.video.id)).toBe(false);
  expect(await isKept(down.orgId, theirs.video.id)).toBe(false);
});

const listed = (caller: Principal) =>
  makeListVideos({
    videoLists: dynamoVideoLists(
      tables.db,
      tables.records,
      makeIsOver(tables.db, tables.ledger, now),
    ),
    artifacts: service.artifacts,
    passOver: service.passOver,
  })(caller, { limit: 20 });
const LINK = 'https://media.example/talk.mp4';

test('a video whose time is over is gone before any sweep, by every name that it has', async () => {
  const caller = await service.caller('free');
  const { upload_id, video } = await service.receiveUpload(caller, 'over');
  const { body } = await service.frames(caller, { upload_id });
  const { job_id } = body as FramesResult;
  const linked = (await service.frames(caller, { url: LINK })).body as FramesResult;
  const names = [video.id, upload_id, linked.video.id];
  onDay(7 - 0.00001);
  expect((await listed(caller)).videos).toHaveLength(2);
  for (const name of names) await service.frames(caller, { upload_id: name });
  expect(await service.getJob(caller.orgId, job_id)).toMatchObject({ status: 'succeeded' });
  onDay(7);
  expect(await listed(caller)).toEqual({ videos: [], next: null });
  const isGone = { type: 'video_not_found' };
  for (const name of names) {
    await expect(service.frames(caller, { upload_id: name })).rejects.toMatchObject(isGone);
    await expect(service.transcript(caller, { url: name })).rejects.toMatchObject(isGone);
  }
  await expect(service.getJob(caller.orgId, job_id)).rejects.toMatchObject(isGone);
  // Its link leads to a new video, at the full price, which the sweep leaves alone.
  const anew = (await service.frames(caller, { url: LINK })).body as FramesResult;
  expect(anew).toMatchObject({ cache_hit: false, credits_charged: linked.credits_charged });
  expect(anew.video.id).not.toBe(linked.video.id);
  expect(await sweep()).toEqual({ expired: 2 });
  const again = (await service.frames(caller, { url: LINK })).body as FramesResult;
  expect([again.video.id, again.cache_hit]).toEqual([anew.video.id, true]);
});

test('jobs of a video whose time is over are listed no longer, and their keys begin anew', async () => {
  const caller = await service.caller('free');
  const { upload_id } = await service.receiveUpload(caller, 'over');
  const keyed = { url: LINK, idempotency_key: 'once' };
  const first = (await service.frames(caller, keyed)).body as FramesResult;
  await service.frames(caller, { upload_id, idempotency_key: 'of an upload' });
  const ids = async () =>
    (await service.listJobs(caller.orgId, { limit: 20 })).jobs.map(({ job_id }) => job_id);
  onDay(7 - 0.00001);
  expect(await ids()).toHaveLength(2);
  expect((await service.frames(caller, keyed)).body).toMatchObject({ job_id: first.job_id });
  // The key itself is kept for seven days from its call: this one is of later.
  const late = { ...keyed, idempotency_key: 'late' };
  const before = (await service.frames(caller, late)).body as FramesResult;
  onDay(7);
  expect(await ids()).toEqual([]);
  const again = (await service.frames(caller, late)).body as FramesResult;
  expect(again.job_id).not.toBe(before.job_id);
  expect(again).toMatchObject({ cache_hit: false, credits_charged: first.credits_charged });
  expect(await ids()).toEqual([again.job_id]);
});

test('what was accepted in time is read to its end, and shown for an hour, of a video that is gone', async () => {
  const caller = await service.caller('free');
  const { upload_id, video } = await service.receiveUpload(caller, 'at the last moment');
  const early = (await service.frames(caller, { upload_id, detail: 'single', end: 0.2 })).body;
  onDay(7 - 0.00001);
  const call = { upload_id, sync: false, idempotency_key: 'late' };
  const { job_id } = (await service.frames(caller, call)).body;
  onDay(7);
  expect(await sweep()).toEqual({ expired: 0 });
  await service.workOff();
  const hours = (count: number) => onDay(7 + count / 24);
  for (const later of [0.01, 0.5, 0.9]) {
    hours(later);
    expect(await service.getJob(caller.orgId, job_id)).toHaveProperty('result.sheets');
    expect((await service.frames(caller, call)).body.job_id).toBe(job_id);
    expect(await sweep()).toEqual({ expired: 0 });
    const { jobs } = await service.listJobs(caller.orgId, { limit: 20 });
    expect(jobs.map((job) => job.job_id)).toEqual([job_id]);
    for (const name of [video.id, upload_id])
      await expect(service.frames(caller, { upload_id: name })).rejects.toThrow();
    await expect(service.getJob(caller.orgId, early.job_id)).rejects.toThrow();
  }
  hours(1.1);
  expect(await sweep()).toEqual({ expired: 1 });
  expect(service.artifacts.objects.size).toBe(0);
});

test('bytes that are sent again before the sweep keep a video whose time is over', async () => {
  const caller = await service.caller('free');
  const { video, upload_id } = await service.receiveUpload(caller, 'sent late');
  onDay(7);
  await expect(service.frames(caller, { upload_id })).rejects.toThrow();
  const sent = await service.receiveUpload(caller, 'sent late');
  expect(sent.video.id).toBe(video.id);
  expect(await sweep()).toEqual({ expired: 0 });
  await service.frames(caller, { upload_id: sent.upload_id });
});

test('a list tells of a smaller plan when the video is gone, which is the day of its next look', async () => {
  const caller = await service.caller('pro');
  await service.receiveUpload(caller, 'a smaller plan');
  onDay(7);
  await sweep();
  onDay(10);
  await changePlan(caller.orgId, 'free');
  const { videos } = await listed({ ...caller, tier: 'free' });
  const told = new Date(videos[0]?.expires_at ?? '');
  expect(told).toEqual(new Date(START.getTime() + 30 * 24 * 3600_000));
  service.clock.now = told;
  expect((await listed({ ...caller, tier: 'free' })).videos).toEqual([]);
});

test('bytes that are sent again are kept anew', async () => {
  const caller = await service.caller('free');
  const { video } = await service.receiveUpload(caller, 'sent twice');
  onDay(6);
  await service.receiveUpload(caller, 'sent twice');
  onDay(7);
  expect(await sweep()).toEqual({ expired: 0 });
  expect(await isKept(caller.orgId, video.id)).toBe(true);
  onDay(13);
  expect(await sweep()).toEqual({ expired: 1 });
});

test('one that cannot be erased does not stand in the way of others, those behind the first 25 included', async () => {
  const caller = await service.caller('free');
  const ids: string[] = [];
  for (let at = 0; at < 27; at += 1)
    ids.push((await service.receiveUpload(caller, `file ${at}`)).video.id);
  onDay(7);
  const erase = makeEraseVideo(service.erasing);
  const stubborn = async (orgId: string, videoId: string) => {
    if (videoId === ids[0]) throw new Error('storage is down');
    return erase(orgId, videoId);
  };
  await expect(sweep(stubborn)).rejects.toThrow(AggregateError);
  const kept = await Promise.all(ids.map((id) => isKept(caller.orgId, id)));
  expect(kept.filter(Boolean)).toHaveLength(1);
  expect(await sweep()).toEqual({ expired: 0 });
  onDay(7.1);
  expect(await sweep()).toEqual({ expired: 1 });
});

test('an erasure that was killed is ended by the sweep of erasures', async () => {
  const caller = await service.caller('free');
  const { video } = await service.receiveUpload(caller, 'killed in the middle');
  onDay(7);
  const { artifacts, ...rest } = service.erasing;
  const dying = { ...artifacts, deletePrefix: () => Promise.reject(new Error('killed')) };
  await expect(sweep(makeEraseVideo({ ...rest, artifacts: dying }))).rejects.toThrow();
  expect(await isKept(caller.orgId, video.id)).toBe(false);
  expect(await sweep()).toEqual({ expired: 0 });
  onDay(7.1);
  expect(await makeSweepErasures(service.erasing)()).toEqual({ erased: 1 });
  expect(service.artifacts.objects.size).toBe(0);
});

test('a video is looked at only when some plan would have it erased', () => {
  const from = START.toISOString();
  const day = (days: number) => new Date(START.getTime() + days * 24 * 3600_000);
  expect(firstLook(from)).toEqual(day(7));
  expect(retentionOf(from, 'enterprise', day(7))).toEqual(day(30));
  expect(retentionOf(from, 'enterprise', day(364))).toEqual(day(365));
  expect(retentionOf(from, 'enterprise', day(365))).toBe('over');
  expect(retentionOf(from, 'free', day(29))).toBe('over');
});
