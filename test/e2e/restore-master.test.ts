import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { findTables } from '../../bin/find-tables.ts';
import { dynamoErasures } from '../../layers/adapters/dynamo/videos/erasures.ts';
import { dynamoVideos } from '../../layers/adapters/dynamo/videos/videos.ts';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { admin as adminHere } from '../support/admin.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type StandingService, standingService } from './standing-service.ts';

const POLL_MS = 200;
const Shown = z.object({
  source_key: z.string(),
  size_bytes: z.number(),
  read_from: z.enum(['what was sent', 'a working copy']),
  master: z.object({ key: z.string(), size_bytes: z.number() }).nullable(),
  restored_at: z.string().nullable(),
});

const Row = z.looseObject({ pk: z.string(), sk: z.string() });

let service: StandingService;
let folder: string;
let master: Buffer<ArrayBuffer>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'master-'));
  const file = join(folder, 'master.mov');
  const codec = ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le', '-c:a', 'pcm_s16le'];
  await quickFfmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x180:r=25:d=2',
    '-f',
    'lavfi',
    '-i',
    'sine=d=2',
    ...codec,
    file,
  );
  master = (await readFile(file)) as Buffer<ArrayBuffer>;
  service = await standingService();
});
afterAll(async () => {
  await rm(service.dataDir, { recursive: true });
  await rm(folder, { recursive: true });
});

async function call(path: string, body?: object | FormData, method = 'POST') {
  const json = body !== undefined && !(body instanceof FormData);
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(body && { body: json ? JSON.stringify(body) : (body as FormData) }),
  });
  return response.json();
}

const admin = (command: string, videoId: string) =>
  administer('video', command, '--org', service.orgId, '--video', videoId);

const administer = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await adminHere([...args, '--json'], { DATA_DIR: service.serviceDir }));
const show = async (videoId: string) => Shown.parse(await admin('show', videoId));

/** Until a video has a working copy, and its master lies beside it. */
async function setAside(videoId: string): Promise<void> {
  const { db, records } = await findTables({ DATA_DIR: service.serviceDir });
  const videos = dynamoVideos(db, records);
  while (!(await videos.find(service.orgId, videoId))?.master_key) await wait(POLL_MS);
  db.destroy();
}

test('a master is brought back by the command line, and erased with its video', async () => {
  const form = new FormData();
  form.set('file', new Blob([master]), 'master.mov');
  const { upload_id, video } = UploadResult.parse(await call('/v1/uploads', form));
  await setAside(video.id);
  const shown = await show(video.id);
  expect(shown).toMatchObject({
    read_from: 'a working copy',
    master: { size_bytes: master.length },
  });
  expect(shown.size_bytes).toBeLessThan(master.length);

  const dir = join(folder, 'export');
  const exported = await administer('org', 'export', '--org', service.orgId, '--dir', dir);
  // The master, the working copy, and what is made of it.
  expect(exported).toMatchObject({ org_id: service.orgId, objects: expect.any(Number) });
  expect(await readFile(join(dir, 'objects', shown.master?.key ?? ''))).toEqual(master);
  expect((await readFile(join(dir, 'objects', shown.source_key))).length).toBe(shown.size_bytes);
  const records = await readFile(join(dir, 'records.jsonl'), 'utf8');
  const rows = records
    .trim()
    .split('\n')
    .map((line) => Row.parse(JSON.parse(line)));
  expect(rows.map(({ sk }) => sk)).toContain(`VIDEO#${video.id}`);
  expect(records).not.toMatch(/"sk":"(KEY#|WEBHOOK_SECRET)|whsec_/);
  const nobody = administer('org', 'export', '--org', 'org_none', '--dir', dir);
  await expect(nobody).rejects.toMatchObject({ stderr: 'There is no organization org_none.' });
  const ledger = await readFile(join(dir, 'ledger.jsonl'), 'utf8');
  expect(ledger).toContain('"sk":"ACCOUNT"');
  const file = join(dir, 'ledger.jsonl');
  await expect(
    administer('org', 'export', '--org', service.orgId, '--dir', file),
  ).rejects.toMatchObject({
    stderr: expect.stringContaining(`${file} cannot be written (EEXIST)`),
  });

  const frames = async () =>
    FramesResult.parse(await call('/v1/frames', { upload_id, fps: 5, sync: true }));
  const drawn = await frames();
  expect(await admin('restore', video.id)).toMatchObject({
    video_id: video.id,
    source_key: shown.master?.key,
    size_bytes: master.length,
  });
  expect(await show(video.id)).toMatchObject({
    read_from: 'what was sent',
    source_key: shown.master?.key,
    size_bytes: master.length,
    master: null,
    restored_at: expect.any(String),
  });
  const again = await frames();
  expect(again.sheets[0]?.url).not.toContain(new URL(drawn.sheets[0]?.url ?? '').pathname);
  expect(again).toMatchObject({
    video: drawn.video,
    cache_hit: true,
    sheets: drawn.sheets.map(({ frame_times }) => ({ frame_times })),
    notes: drawn.notes,
  });

  await call(`/v1/videos/${video.id}`, undefined, 'DELETE');
  await expect(admin('restore', video.id)).rejects.toMatchObject({
    stderr: expect.stringContaining('has no stored video'),
  });
});

test('an export tells that a video was being erased meanwhile', async () => {
  const form = new FormData();
  form.set('file', new Blob([master]), 'again.mov');
  const { video } = UploadResult.parse(await call('/v1/uploads', form));
  const dir = join(folder, 'export-meanwhile');
  const exported = () => administer('org', 'export', '--org', service.orgId, '--dir', dir);
  expect(await exported()).toMatchObject({ erasing: 0 });
  const { db, records } = await findTables({ DATA_DIR: service.serviceDir });
  await dynamoErasures(db, records).begin({ orgId: service.orgId, videoId: video.id }, new Date());
  db.destroy();
  expect(await exported()).toMatchObject({ erasing: 1 });
  expect(await call(`/v1/videos/${video.id}`, undefined, 'DELETE')).toMatchObject({
    deleted: true,
  });
  expect(await exported()).toMatchObject({ erasing: 0 });
});
