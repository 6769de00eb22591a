import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TranscriptResult } from '../../layers/domain/transcript.ts';
import { UploadResult } from '../../layers/domain/upload.ts';
import { ffmpeg } from '../support/ffmpeg.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { testTables } from '../support/tables.ts';

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=d=6:s=320x180:r=25'];
const SRT = `1
00:00:00,500 --> 00:00:02,000
<i>Good evening</i> & welcome.

2
00:00:03,000 --> 00:00:04,500
{\\an8}- Who is there?
- Nobody.
`;
let service: RunningService;
let apiKey: string;
let dir: string;

beforeAll(async () => {
  const tables = await testTables();
  const { administer } = testService(tables);
  ({ api_key: apiKey } = await administer.createOrg('pro', 10_000 as never));
  service = await runningService(tables);
  dir = await mkdtemp(join(tmpdir(), 'transcript-'));
  await writeFile(join(dir, 'captions.srt'), SRT);
});

afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

async function upload(name: string, ...args: string[]): Promise<string> {
  const file = join(dir, name);
  await ffmpeg(...args, file);
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)]), name);
  const response = await fetch(`${service.baseUrl}/v1/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: form,
  });
  return UploadResult.parse(await response.json()).upload_id;
}

async function post(path: string, body: unknown) {
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function transcribe(request: object): Promise<TranscriptResult> {
  const { body } = await post('/v1/transcript', request);
  return TranscriptResult.parse(body);
}

test.each([
  ['mov_text', 'captions.mp4'],
  ['ass', 'captions.mkv'],
  ['webvtt', 'captions.webm'],
])('captions held as %s are read, in the language of their stream', async (codec, name) => {
  const captions = ['-i', join(dir, 'captions.srt'), '-c:s', codec];
  const upload_id = await upload(name, ...PICTURE, ...captions, '-metadata:s:s:0', 'language=eng');
  const result = await transcribe({ upload_id });
  expect(result).toMatchObject({
    source: 'captions',
    language: 'en',
    credits_charged: 0.05,
    text: 'Good evening & welcome. - Who is there? - Nobody.',
    segments: [
      { start: 0.5, end: 2, confidence: 1 },
      { start: 3, end: 4.5, confidence: 1 },
    ],
  });
});

test('the seconds of captions count from the first frame, whatever the clock of the file', async () => {
  const captions = ['-i', join(dir, 'captions.srt'), '-c:s', 'subrip'];
  await ffmpeg(...PICTURE, ...captions, join(dir, 'zero.mkv'));
  const late = ['-itsoffset', '90', '-i', join(dir, 'zero.mkv'), '-map', '0', '-c', 'copy'];
  const upload_id = await upload('late.mkv', ...late, '-copyts');
  const result = await transcribe({ upload_id, start: 2.5, format: 'srt' });
  expect(result.subtitles).toBe('1\n00:00:03,000 --> 00:00:04,500\n- Who is there? - Nobody.\n');
});

test('a wrong language code is refused, naming the form', async () => {
  const { status, body } = await post('/v1/transcript', {
    upload_id: 'upl_1',
    language: 'english',
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { message: expect.stringContaining('pt-BR') } });
});

test('nothing of this was a defect', () => {
  expect(service.defects).toEqual([]);
});
