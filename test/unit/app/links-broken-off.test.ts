import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoErasures } from '../../../layers/adapters/dynamo/erasures.ts';
import { makeEraseVideo } from '../../../layers/app/erase-video.ts';
import type { Principal } from '../../../layers/domain/credential.ts';
import { testService } from '../../support/service.ts';
import { type TestTables, testTables } from '../../support/tables.ts';

const URL = 'https://media.example/talk.mp4';
let tables: TestTables;
let service: ReturnType<typeof testService>;

beforeEach(async () => {
  tables = await testTables();
  service = testService(tables);
});

const now = () => service.clock.now;
const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};
const balance = async (principal: Principal) =>
  (await service.getCredits(principal, 0)).topup_balance;
const erase = (orgId: string, videoId: string) =>
  makeEraseVideo({
    ...service,
    erasures: dynamoErasures(tables.db, tables.records),
    now,
  })(orgId, videoId);
/** Rows and objects, as text, but what every organization has. */
async function everything(): Promise<string> {
  const { Items = [] } = await tables.db.send(new ScanCommand({ TableName: tables.records }));
  return JSON.stringify([...Items, ...service.artifacts.objects.keys()]);
}
async function queued(principal: Principal, more: object = {}) {
  const { body } = await service.frames(principal, { url: URL, sync: false, ...more });
  const message = service.messages.pop();
  if (!message) throw new Error('nothing was queued');
  return { message, job: () => service.getJob(principal.orgId, body.job_id) };
}

test('an erased video leaves nothing, and its link is a fresh run', async () => {
  const principal = await service.caller();
  const first = await service.frames(principal, { url: URL });
  const { video } = first.body as { video: { id: string } };
  await erase(principal.orgId, video.id);
  expect(await everything()).not.toContain(video.id);
  expect(await everything()).not.toContain('talk.mp4');
  const { body } = await service.frames(principal, { url: URL });
  expect(body).toMatchObject({ credits_charged: 2, cache_hit: false });
  expect((body as typeof first.body & { video: { id: string } }).video.id).not.toBe(video.id);
});

test('a video erased while it is fetched leaves nothing, and costs nothing', async () => {
  const principal = await service.caller();
  const { message } = await queued(principal);
  const { video_id } = (await service.jobs.find(principal.orgId, message.jobId)) ?? {};
  service.web.onFetch = async () => void (await erase(principal.orgId, video_id ?? ''));
  await service.deliver(message);
  expect([service.artifacts.objects.size, await balance(principal)]).toEqual([0, 100]);
  expect(await everything()).not.toContain('talk.mp4');
});

test('a run that comes late with its bytes leaves those of the run that took over', async () => {
  const principal = await service.caller();
  const { message, job } = await queued(principal);
  const goOn = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  service.web.onFetch = async () => {
    service.web.onFetch = async () => undefined;
    begun.resolve();
    await goOn.promise;
  };
  const late = service.deliver(message);
  await begun.promise;
  later(61);
  await service.deliver(message);
  const stored = [...service.artifacts.objects.keys()].filter((key) => key.includes('/source/'));
  goOn.resolve();
  await late.catch(() => undefined);
  const left = [...service.artifacts.objects.keys()].filter((key) => key.includes('/source/'));
  expect([left.length, left]).toEqual([1, stored]);
  expect([await job(), await balance(principal)]).toMatchObject([{ status: 'succeeded' }, 98]);
});

test('a fetch that breaks on our side is done again', async () => {
  const principal = await service.caller();
  const { message, job } = await queued(principal);
  service.web.found = Object.assign(new Error('down'), { id: randomUUID() });
  await expect(service.deliver(message)).rejects.toThrow('down');
  service.web.found = testService(tables).web.found;
  await service.deliver(message);
  expect(await job()).toMatchObject({ status: 'succeeded' });
});

test.each([
  ['http://127.0.0.1/a.mp4'],
  ['http://[::1]/a.mp4'],
  ['http://0x7f.1/a.mp4'],
  ['http://169.254.169.254/latest'],
  ['https://user@example.com/a.mp4'],
  ['ftp://example.com/a.mp4'],
  ['example.com/a.mp4'],
  [' '],
])('%s is refused at once, naming `url`', async (url) => {
  const principal = await service.caller();
  await expect(service.frames(principal, { url })).rejects.toMatchObject({
    type: 'invalid_request',
    message: expect.stringContaining('`url`'),
  });
  expect(service.messages).toHaveLength(0);
});
