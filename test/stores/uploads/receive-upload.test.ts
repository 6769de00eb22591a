import { PLANS } from '../../../layers/domain/accounts/plans.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import { blockTableKey } from '../../../layers/domain/sources/block-table.ts';
import { MINUTE } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof testService>;

beforeAll(async () => {
  service = testService(await testTables());
});
beforeEach(() => {
  service.engine.found = MINUTE;
  service.artifacts.objects.clear();
});

const stored = () => [...service.artifacts.objects.keys()];

test('a file is stored under a key of our own making', async () => {
  const caller = await service.caller();
  const result = await service.receiveUpload(caller, 'bytes', '../../etc/My clip.MP4');
  const folder = `orgs/${caller.orgId}/videos/${result.video.id}`;
  const key = `${folder}/${result.upload_id}.mp4`;
  expect(stored()).toEqual([key, blockTableKey(key)]);
  expect(result).toMatchObject({
    received_bytes: 5,
    size_bytes: 5,
    video: { title: 'My clip', duration: 60, orientation: 'landscape', audio_tracks: 1 },
  });
});

test('the same bytes are the same video, and are kept once', async () => {
  const caller = await service.caller();
  const uploads = await Promise.all(
    Array.from({ length: 5 }, (_, at) => service.receiveUpload(caller, 'same', `${at}.mp4`)),
  );
  expect(new Set(uploads.map(({ video }) => video.id)).size).toBe(1);
  expect(new Set(uploads.map(({ upload_id }) => upload_id)).size).toBe(5);
  expect(stored().length).toBe(2);
  for (const { upload_id } of uploads) {
    expect(await service.videos.findByUpload(caller.orgId, upload_id)).toBeDefined();
  }
});

test('the same bytes of another organization are another video', async () => {
  const [one, two] = [await service.caller(), await service.caller()];
  const a = await service.receiveUpload(one, 'shared');
  const b = await service.receiveUpload(two, 'shared');
  expect(a.video.id).not.toBe(b.video.id);
  expect(await service.videos.findByUpload(two.orgId, a.upload_id)).toBeUndefined();
});

test('a file that cannot be read leaves nothing behind', async () => {
  service.engine.found = new DomainError('no_video_stream', 'Not a video.');
  const caller = await service.caller();
  await expect(service.receiveUpload(caller, 'junk')).rejects.toMatchObject({
    type: 'no_video_stream',
  });
  expect(stored()).toEqual([]);
});

test('an empty file is said to be empty, and leaves nothing behind', async () => {
  const caller = await service.caller();
  await expect(service.receiveUpload(caller, '')).rejects.toMatchObject({
    type: 'no_video_stream',
    message: 'The file is empty: 0 bytes arrived. Check the file and send it again.',
  });
  expect(stored()).toEqual([]);
});

test('a file past the limit of the plan is refused while it streams', async () => {
  const caller = await service.caller('free');
  const chunk = Buffer.alloc(16_000_000);
  let sent = 0;
  const endless = async function* () {
    for (;;) {
      sent += chunk.length;
      yield chunk;
    }
  };
  const digesting = service.receiveUpload(caller, endless());
  await expect(digesting).rejects.toMatchObject({
    type: 'invalid_request',
    detail: {
      reason: 'body_too_large',
      alternative: expect.stringContaining('change the plan'),
    },
  });
  expect(sent).toBeLessThanOrEqual(PLANS.free.max_upload_bytes + chunk.length);
  expect(stored()).toEqual([]);
});

test('a sender who leaves leaves nothing behind', async () => {
  const caller = await service.caller();
  const broken = async function* () {
    yield Buffer.from('half');
    throw new Error('gone');
  };
  await expect(service.receiveUpload(caller, broken())).rejects.toThrow('gone');
  expect(stored()).toEqual([]);
});

test.each(['a.r3d', 'A.BRAW', 'shot.ari', 'x.crm'])(
  'camera raw such as %s is refused before a byte is stored, with the export to make',
  async (name) => {
    const caller = await service.caller();
    await expect(service.receiveUpload(caller, 'raw', name)).rejects.toMatchObject({
      type: 'no_video_stream',
      message: expect.stringContaining('Export'),
    });
    expect(stored()).toEqual([]);
  },
);

test('sound alone is taken, but has no frames', async () => {
  service.engine.found = { ...MINUTE, picture: null, width: 0, height: 0 };
  const caller = await service.caller();
  const { video, upload_id } = await service.receiveUpload(caller, 'sound', 'talk.mp3');
  expect(video).toMatchObject({ width: 0, height: 0, orientation: 'none', src_fps: 0 });
  await expect(service.frames(caller, { upload_id })).rejects.toMatchObject({
    type: 'no_video_stream',
  });
});

test('an upload that failed cannot be settled by a write that comes late', async () => {
  const caller = await service.caller();
  const { add } = service.videos;
  const late: Parameters<typeof add>[] = [];
  service.videos.add = async (...args) => {
    late.push(args);
    throw new Error('no answer of the tables');
  };
  await expect(service.receiveUpload(caller, 'bytes that come late')).rejects.toThrow('no answer');
  service.videos.add = add;
  const [write] = late;
  if (!write) throw new Error('nothing was written');
  expect(await service.videos.add(...write)).toBe('settled');
  expect(await service.videos.find(caller.orgId, write[0].video_id)).toBeUndefined();
  expect(stored()).toEqual([]);
});
