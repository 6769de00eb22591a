import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type StandingService, standingService } from './standing-service.ts';

let service: StandingService;
beforeAll(async () => {
  service = await standingService();
});
afterAll(() => rm(service.dataDir, { recursive: true }));

const call = async (path: string, body: object | FormData) => {
  const json = !(body instanceof FormData);
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      ...(json && { 'content-type': 'application/json' }),
    },
    body: json ? JSON.stringify(body) : body,
  });
  return { status: response.status, body: await response.json() };
};
type Contents = string | Uint8Array<ArrayBuffer>;
const upload = (name: string, bytes: Contents, type = 'video/mp4') => {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type }), name);
  return call('/v1/uploads', form);
};

const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1/a.ts\n';
const png = async () =>
  new Uint8Array(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );

test.each<[string, string, () => Contents | Promise<Contents>]>([
  ['text', 'notes.txt', () => 'no video at all\n'.repeat(200)],
  ['text that says it is a video', 'notes.mp4', () => 'no video at all\n'.repeat(200)],
  ['a playlist', 'list.m3u8', () => PLAYLIST],
  ['a playlist that says it is a video', 'list.mp4', () => PLAYLIST],
  ['a list of files', 'list.ffconcat', () => 'ffconcat version 1.0\nfile /etc/passwd\n'],
  [
    'an archive',
    'films.zip',
    () => Uint8Array.from(Buffer.from('504b0506'.padEnd(44, '0'), 'hex')),
  ],
  ['a picture', 'still.png', png],
  ['a picture that says it is a video', 'still.mov', png],
  ['an empty file', 'empty.mp4', () => ''],
])('%s is refused, with what to send instead', async (_what, name, bytes) => {
  const { status, body } = await upload(name, await bytes());
  expect({ status, body }).toEqual({
    status: 422,
    body: {
      error: expect.objectContaining({
        type: 'no_video_stream',
        message: expect.stringMatching(/Send |empty/),
      }),
    },
  });
});

test.each([
  ['A001_C001.R3D', 'REDCINE-X PRO'],
  ['clip.braw', 'DaVinci Resolve'],
  ['shot.ari', 'ARRI Reference Tool'],
  ['take.crm', 'Canon Cinema RAW Development'],
])('%s is refused by its name, with the export to make', async (name, tool) => {
  const refused = {
    status: 422,
    body: {
      error: expect.objectContaining({
        type: 'no_video_stream',
        message: expect.stringContaining(tool),
        alternative: expect.stringMatching(/Export ProRes or H\.264/),
      }),
    },
  };
  expect(await upload(name, 'raw')).toEqual(refused);
  expect(await call('/v1/uploads/direct', { filename: name, bytes: 5 })).toEqual(refused);
});

test('a video under another kind’s name is read as what it is', async () => {
  const path = join(service.dataDir, 'real.webm');
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=1', '-c:v', 'libvpx', path);
  const { status, body } = await upload('holiday.mp4', new Uint8Array(await readFile(path)));
  expect(status).toBe(200);
  const { upload_id } = UploadResult.parse(body);
  expect((await call('/v1/frames', { upload_id, transcribe: false })).status).toBe(200);
});

test('MPEG-4 audio is taken: it has a transcript, and no frames', async () => {
  const path = join(service.dataDir, 'memo.m4a');
  const srt = join(service.dataDir, 'memo.srt');
  await writeFile(srt, '1\n00:00:00,000 --> 00:00:01,500\nHello to you.\n');
  await quickFfmpeg(
    ...['-f', 'lavfi', '-i', 'sine=d=2', '-i', srt, '-c:a', 'aac', '-c:s', 'mov_text'],
    ...['-f', 'mp4', path],
  );
  const { status, body } = await upload(
    'memo.m4a',
    new Uint8Array(await readFile(path)),
    'audio/mp4',
  );
  expect(status).toBe(200);
  const { upload_id, video } = UploadResult.parse(body);
  expect(video).toMatchObject({ width: 0, height: 0, orientation: 'none', audio_tracks: 1 });
  expect(await call('/v1/transcript', { upload_id })).toMatchObject({
    status: 200,
    body: { text: 'Hello to you.' },
  });
  expect(await call('/v1/frames', { upload_id })).toMatchObject({
    status: 422,
    body: { error: { type: 'no_video_stream' } },
  });
});

test('a window that a question asks beyond the end is refused with a window that works', async () => {
  const path = join(service.dataDir, 'two-seconds.mp4');
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=2', path);
  const uploaded = await upload('two-seconds.mp4', new Uint8Array(await readFile(path)));
  const { upload_id } = UploadResult.parse(uploaded.body);
  const asked = { upload_id, depth: 'glance', estimate: true };
  const refused = await call('/v1/watch_video', { ...asked, window: { from: 1, to: 9 } });
  const suggestion = { window: { from: 1, to: 2 } };
  expect(refused).toEqual({
    status: 400,
    body: { error: { type: 'invalid_window', message: expect.any(String), suggestion } },
  });
  // A window has both its members: no advice is to leave one out.
  expect(JSON.stringify(refused.body)).not.toContain('Leave');
  expect((await call('/v1/watch_video', { ...asked, ...suggestion })).status).toBe(200);
});

test('a batch names the item whose schema is malformed', async () => {
  const items = [{ url: 'upl_1' }, { url: 'upl_2', schema: { type: 'text' } }];
  expect(await call('/v1/batches', { items })).toMatchObject({
    status: 400,
    body: {
      error: { type: 'invalid_schema', message: expect.stringContaining('`items[1].schema`') },
    },
  });
  expect(await call('/v1/batches', { items: items.slice(0, 1), schema: [] })).toMatchObject({
    body: { error: { type: 'invalid_schema', message: expect.stringContaining('Field `schema`') } },
  });
});

test('a part of a form that is not known is named, wherever it stands', async () => {
  const names = [['clip'], ['file', 'clip'], ['clip', 'file']];
  for (const parts of names) {
    const form = new FormData();
    for (const name of parts) form.append(name, new Blob(['x'.repeat(500)]), 'a.mp4');
    expect(await call('/v1/uploads', form)).toMatchObject({
      status: 400,
      body: {
        error: {
          type: 'invalid_request',
          message: expect.stringMatching(/Unknown part `clip`.* named `file`/),
        },
      },
    });
  }
});
