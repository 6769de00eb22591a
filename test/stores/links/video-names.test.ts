import { DomainError } from '../../../layers/domain/errors.ts';
import { LINK, linkService } from '../../support/link-service.ts';

type On = Awaited<ReturnType<typeof linkService>>;
let on: On;
let service: On['service'];

beforeEach(async () => {
  on = await linkService();
  service = on.service;
});

const UNKNOWN = 'vid_01ARZ3NDEKTSV4RRFFQ69G5FAV';

test('the id of a video goes wherever the id of its upload does', async () => {
  const caller = await service.caller();
  const { upload_id, video } = await service.receiveUpload(caller, 'all the bytes');
  const first = await service.frames(caller, { upload_id });
  expect(first.body).toMatchObject({ cache_hit: false, video: { id: video.id } });
  for (const named of [{ upload_id: video.id }, { url: video.id }]) {
    const again = await service.frames(caller, named);
    expect(again.body).toMatchObject({ cache_hit: true, video: { id: video.id } });
    const { body } = await service.transcript(caller, named);
    expect(body).toMatchObject({ status: 'succeeded', video: { id: video.id } });
  }
});

test('a name that is longer than any is not found, like one that nobody has', async () => {
  const caller = await service.caller();
  for (const name of ['upl_', 'vid_'].map((prefix) => prefix + 'x'.repeat(4000))) {
    const refusal = { type: 'video_not_found' };
    await expect(service.frames(caller, { url: name })).rejects.toMatchObject(refusal);
    await expect(service.transcript(caller, { url: name })).rejects.toMatchObject(refusal);
  }
});

test('the video of a link is found by its id, while it is fetched and afterwards', async () => {
  const caller = await service.caller();
  const { message, job } = await on.queued(caller);
  const { videoId } = await pendingVideo(caller.orgId, message.jobId);
  const { body } = await service.frames(caller, { url: videoId, sync: false, qa: false });
  await service.deliver(message);
  await service.workOff();
  const ended = await service.getJob(caller.orgId, body.job_id);
  expect([(await job()).status, ended.status, service.web.fetches]).toEqual([
    'succeeded',
    'succeeded',
    1,
  ]);
  const again = await service.frames(caller, { upload_id: videoId });
  expect(again.body).toMatchObject({ cache_hit: true, video: { id: videoId } });
});

test('the id of a video that gave way leads to the one that took its place', async () => {
  const caller = await service.caller();
  const [code, address] = ['https://vm.tiktok.com/ZMF6rgvXY', 'https://tiktok.com/@b/video/71065'];
  service.web.leads.set(code, address);
  const { body: kept } = await service.frames(caller, { url: address });
  const { message } = await on.queued(caller, { url: code });
  const { videoId } = await pendingVideo(caller.orgId, message.jobId);
  await service.deliver(message);
  expect(kept).toMatchObject({ video: { platform: 'tiktok' } });
  const { body } = await service.frames(caller, { upload_id: videoId });
  expect(body).toMatchObject({ cache_hit: true, video: (kept as { video: object }).video });
});

test('the id of a video whose link failed tells what it failed with', async () => {
  const caller = await service.caller();
  service.web.found = new DomainError('source_unavailable', 'It is private.', { reason: 'auth' });
  const { message } = await on.queued(caller, { url: LINK });
  const { videoId } = await pendingVideo(caller.orgId, message.jobId);
  await service.deliver(message);
  await expect(service.frames(caller, { upload_id: videoId })).rejects.toMatchObject({
    type: 'source_unavailable',
    message: 'It is private.',
  });
});

test('a video of nobody, of another organization, or erased is not found', async () => {
  const [caller, stranger] = [await service.caller(), await service.caller()];
  const { video } = await service.receiveUpload(caller, 'all the bytes');
  const asked = [
    () => service.frames(caller, { upload_id: UNKNOWN }),
    () => service.transcript(caller, { url: UNKNOWN }),
    () => service.frames(caller, { url: 'vid_' }),
    () => service.frames(stranger, { upload_id: video.id }),
    () => service.transcript(stranger, { url: video.id }),
  ];
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ type: 'video_not_found' });
  await on.erase(caller.orgId, video.id);
  const late = service.frames(caller, { upload_id: video.id });
  await expect(late).rejects.toMatchObject({ type: 'video_not_found' });
  expect(await on.balance(caller)).toBe(100);
});

async function pendingVideo(orgId: string, jobId: string): Promise<{ videoId: string }> {
  const job = await service.jobs.find(orgId, jobId);
  if (!job) throw new Error('the job is not there');
  return { videoId: job.video_id };
}
