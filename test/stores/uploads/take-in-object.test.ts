import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { newUpload, sweepAt } from '../../../layers/app/uploads/reserve-upload.ts';
import { makeSweepUploads } from '../../../layers/app/uploads/sweep-uploads.ts';
import { makeEraseVideo } from '../../../layers/app/videos/erase-video.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import type { MultipartTarget, PutTarget } from '../../../layers/domain/uploads/upload.ts';
import { directUploads, LARGE } from '../../support/direct-uploads.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';

const storage = await directUploads();
const { service, caller, events, ports, begin, put, complete, takeIn, single } = storage;
afterAll(storage.stop);
beforeEach(() => {
  service.engine.found = MINUTE;
  service.clock.now = new Date();
  events.length = 0;
});

const size = (key: string) => ports().direct.size(key);
/** Sends a file and answers with its upload and the key of which storage tells. */
const arrived = async (content: string) => {
  const target = await single(content);
  const [key = ''] = events.splice(0);
  return { target, id: target.upload_id, key };
};
const erase = async (videoId: string) => {
  await makeEraseVideo({ ...service.erasing, artifacts: ports().artifacts })(caller.orgId, videoId);
};

test('an upload whose sender never completes it becomes a video by its event alone', async () => {
  const { id, key } = await arrived('sent and forgotten');
  expect(await takeIn(key)).toBe('taken in');
  const { body } = await service.frames(caller, { upload_id: id });
  expect(body).toMatchObject({ status: 'succeeded' });
  expect(await complete(id)).toMatchObject({ upload_id: id, received_bytes: 18 });
});

test('event before completion, after it and at the same time give one video and one answer', async () => {
  const first = await arrived('event first');
  await takeIn(first.key);
  const answer = await complete(first.id);
  await takeIn(first.key);
  expect(await complete(first.id)).toEqual(answer);

  const second = await arrived('completion first');
  const completed = await complete(second.id);
  expect(await takeIn(second.key)).toBe('left');
  expect(await complete(second.id)).toEqual(completed);

  for (let round = 0; round < 5; round += 1) {
    const { id, key } = await arrived(`at once ${round}`);
    const [one, , other] = await Promise.all([complete(id), takeIn(key), complete(id)]);
    expect(one).toEqual(other);
    expect(await complete(id)).toEqual(one);
    expect(await size(key)).toBe(9);
  }
});

test('bytes that many look at at once are read once', async () => {
  const { id, key } = await arrived('read once');
  const { direct } = ports();
  let reads = 0;
  const counted = {
    ...direct,
    read: (...args: Parameters<typeof direct.read>) => {
      reads += 1;
      return direct.read(...args);
    },
  };
  const all = [takeIn(key, { direct: counted }), takeIn(key, { direct: counted })];
  await Promise.all([...all, complete(id, {}, { direct: counted })]);
  expect(reads).toBe(1);
});

test('a reader that died is followed by the next one after a while', async () => {
  const { id, key } = await arrived('its reader dies');
  const upload = await service.uploads.find(caller.orgId, id);
  if (!upload) throw new Error('no upload');
  const { now } = service.clock;
  await service.uploads.claim(upload, 'dead', now, new Date(now.getTime() + 30_000));
  expect(await complete(id, {}, { waitSeconds: 0 })).toMatchObject({ status: 'reading' });
  // Each look is seconds later.
  const wait = async (ms: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + ms + 5000);
  };
  expect(await takeIn(key, { wait })).toBe('taken in');
  expect(await complete(id)).toMatchObject({ received_bytes: 15 });
});

test('an event that is delivered twice changes nothing', async () => {
  const { id, key } = await arrived('told twice');
  await takeIn(key);
  const answer = await complete(id);
  expect(await takeIn(key)).toBe('left');
  expect(await size(key)).toBe(10);
  expect(await complete(id)).toEqual(answer);
});

test('a transfer in parts becomes a video when its parts are joined, not before', async () => {
  const target = (await begin({ bytes: LARGE })) as MultipartTarget;
  const file = Buffer.alloc(LARGE, 'p');
  const { part_size, parts } = target.multipart;
  for (const { part_number, url } of parts) {
    const body = file.subarray((part_number - 1) * part_size, part_number * part_size);
    await fetch(url, { method: 'PUT', body: new Uint8Array(body) });
  }
  expect(events).toEqual([]);
  const killed = {
    uploads: { ...service.uploads, claim: () => Promise.reject(new Error('killed')) },
  };
  await expect(complete(target.upload_id, {}, killed)).rejects.toThrow('killed');
  const [key = ''] = events.splice(0);
  expect(await takeIn(key)).toBe('taken in');
  expect(await complete(target.upload_id)).toMatchObject({ received_bytes: LARGE });
});

test('what the service itself stores is left alone', async () => {
  const { upload_id } = await service.receiveUpload(caller, 'through the service');
  const upload = await service.uploads.find(caller.orgId, upload_id);
  expect(await takeIn(upload?.source_key ?? '')).toBe('left');
  for (const key of [
    '',
    'orgs/o/videos/v/results/x/sheet-1.jpg',
    'orgs/o/videos/v/upl_x/y',
    'x/upl_y',
  ])
    expect([key, await takeIn(key)]).toEqual([key, 'left']);
});

test('a file that is no video is refused by its event, in the words that its sender gets', async () => {
  const { id, key } = await arrived('not a video');
  service.engine.found = new DomainError('no_video_stream', 'Not a video.');
  await takeIn(key);
  service.engine.found = MINUTE;
  await expect(complete(id)).rejects.toMatchObject({ type: 'no_video_stream' });
  expect(await size(key)).toBeUndefined();
});

test('a fault of ours leaves the upload open for the next delivery', async () => {
  const { id, key } = await arrived('a bad minute');
  service.engine.found = new Error('out of memory');
  await expect(takeIn(key)).rejects.toThrow('out of memory');
  service.engine.found = MINUTE;
  await takeIn(key);
  expect(await complete(id)).toMatchObject({ received_bytes: 12 });
});

test('an address that outlives its video leaves no bytes behind', async () => {
  const { target, id, key } = await arrived('erased soon');
  const settled = await complete(id);
  if (!('video' in settled)) throw new Error('not settled');
  await erase(settled.video.id);
  expect(await takeIn(key)).toBe('deleted');
  expect((await put(target, 'erased soon')).status).toBe(200);
  expect(await takeIn(key)).toBe('deleted');
  expect(await size(key)).toBeUndefined();
});

test('an address whose bytes were those of another video, or refused, leaves none behind', async () => {
  const known = await arrived('the same bytes');
  await complete(known.id);
  const twin = await arrived('the same bytes');
  await takeIn(twin.key);
  expect(await size(twin.key)).toBeUndefined();
  expect((await put(twin.target, 'the same bytes')).status).toBe(200);
  expect(await takeIn(twin.key)).toBe('deleted');
  expect(await size(twin.key)).toBeUndefined();
  expect(await size(known.key)).toBe(14);
  expect(await complete(twin.id)).toMatchObject({ received_bytes: 14 });
});

test('an event for an upload that was swept deletes what came late', async () => {
  const target = (await begin({ bytes: 4 })) as PutTarget;
  service.clock.now = new Date(Date.now() + 25 * 3600_000);
  await storage.sweep();
  expect((await put(target, 'late')).status).toBe(200);
  const [key = ''] = events.splice(0);
  expect(await takeIn(key)).toBe('deleted');
  expect(await size(key)).toBeUndefined();
});

/** An upload through the service whose bytes never end. */
async function begun(createdAt = service.clock.now) {
  const upload = newUpload(
    caller,
    {
      filename: 'a.mp4',
      content_type: 'video/mp4',
      max_bytes: 1000,
      bytes: null,
      direct: false,
      ticket: undefined,
    },
    { now: createdAt, newId },
  );
  await service.uploads.reserve(upload, sweepAt(upload, createdAt));
  return upload;
}

test('a transfer through the service that was killed leaves no parts once it is swept', async () => {
  const { client } = storage;
  const upload = await begun();
  const at = { Bucket: 'artifacts', Key: upload.source_key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
  await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'bytes' }));
  service.clock.now = new Date(Date.now() + 25 * 3600_000);
  await storage.sweep();
  const left = new ListMultipartUploadsCommand({ Bucket: 'artifacts', Prefix: upload.source_key });
  expect((await client.send(left)).Uploads ?? []).toEqual([]);
});

test('uploads that cannot be cleared hold up no other one, and are tried again an hour later', async () => {
  await storage.sweep();
  const hour = 3600_000;
  for (let stuck = 0; stuck < 30; stuck += 1) {
    await begun(new Date(service.clock.now.getTime() - 26 * hour));
  }
  const other = await begun(new Date(service.clock.now.getTime() - 25 * hour));
  const { artifacts } = ports();
  const sweep = () =>
    makeSweepUploads({
      ...ports(),
      artifacts: {
        async deletePrefix(prefix) {
          if (!prefix.includes(other.reserved_video_id)) throw new Error('it cannot be deleted');
          await artifacts.deletePrefix(prefix);
        },
      },
    })();
  await expect(sweep()).rejects.toMatchObject({ errors: { length: 30 } });
  expect(await service.uploads.find(caller.orgId, other.upload_id)).toBeUndefined();
  expect(await storage.sweep()).toEqual({ uploads: 0 });
  service.clock.now = new Date(service.clock.now.getTime() + hour);
  expect(await storage.sweep()).toEqual({ uploads: 30 });
});
