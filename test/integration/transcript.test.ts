import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TranscriptResult } from '../../layers/domain/transcript/transcript.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { asMany, casesOf } from '../support/breadth.ts';
import { ffmpeg } from '../support/clips/ffmpeg.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { testTables } from '../support/tables.ts';

const MAKE_PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=d=6:s=320x180:r=25'];
const COPIED = ['-c:v', 'copy'];
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
/** Six seconds of picture, as the first input. */
let picture: string[];

beforeAll(async () => {
  const tables = await testTables();
  const { administer } = testService(tables);
  ({ api_key: apiKey } = await administer.createOrg('pro', 10_000 as never));
  // Captions and speech come out of files by the decoder that services find.
  service = await runningService(tables, {});
  dir = await mkdtemp(join(tmpdir(), 'transcript-'));
  await writeFile(join(dir, 'captions.srt'), SRT);
  await quickFfmpeg(
    ...MAKE_PICTURE,
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    join(dir, 'picture.mp4'),
  );
  picture = ['-i', join(dir, 'picture.mp4')];
});

afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

async function upload(name: string, ...args: string[]): Promise<string> {
  const file = join(dir, name);
  // The packaged build does not speak.
  const make = args.some((arg) => arg.includes('flite')) ? ffmpeg : quickFfmpeg;
  await make(...args, file);
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

const CAPTIONS: [codec: string, name: string, coded: string[]][] = [
  ['mov_text', 'captions.mp4', COPIED],
  ['ass', 'captions.mkv', COPIED],
  ['webvtt', 'captions.webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
];

test.each(asMany(CAPTIONS.slice(0, 2), CAPTIONS))(
  'captions held as %s are read, in the language of their stream',
  async (codec, name, coded) => {
    const captions = ['-i', join(dir, 'captions.srt'), ...coded, '-c:s', codec];
    const upload_id = await upload(
      name,
      ...picture,
      ...captions,
      '-metadata:s:s:0',
      'language=eng',
    );
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
  },
);

test('the seconds of captions count from the first frame, whatever the clock of the file', async () => {
  const captions = ['-i', join(dir, 'captions.srt'), '-c:s', 'subrip'];
  await quickFfmpeg(...picture, ...captions, ...COPIED, join(dir, 'zero.mkv'));
  const late = ['-itsoffset', '90', '-i', join(dir, 'zero.mkv'), '-map', '0', '-c', 'copy'];
  const upload_id = await upload('late.mkv', ...late, '-copyts');
  const result = await transcribe({ upload_id, start: 2.5, format: 'srt' });
  expect(result.subtitles).toBe('1\n00:00:03,000 --> 00:00:04,500\n- Who is there? - Nobody.\n');
});

const SAID = 'good evening and welcome to the programme';
const flite = (voice: string) => ['-f', 'lavfi', '-i', `flite=text='${SAID}':voice=${voice}`];

test('speech is recognised, with its words at the seconds at which they are said', async () => {
  const paused = ['-filter_complex', '[1]aresample=16000,adelay=2000,apad=whole_dur=6[a]'];
  const upload_id = await upload(
    'speech.mp4',
    ...picture,
    ...flite('slt'),
    ...paused,
    ...COPIED,
    '-map',
    '0:v',
    '-map',
    '[a]',
  );
  const result = await transcribe({ upload_id, words: true });
  expect(result).toMatchObject({
    source: 'transcribed',
    language: 'en',
    speech: { is_speech: true },
    notes: ['Recognised by pocketsphinx.'],
  });
  expect(result.text).toMatch(/good evening and welcome to the program/);
  const words = result.segments.flatMap((segment) => segment.words ?? []);
  const evening = words.find(({ word }) => word === 'evening');
  expect(evening?.start).toBeGreaterThan(2.2);
  expect(evening?.end).toBeLessThan(2.95);
  for (const [at, word] of words.entries()) {
    expect(word.start).toBeLessThan(word.end);
    expect(word.start).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 0);
  }

  const late = await transcribe({ upload_id, start: 1.5, end: 5, language: 'en' });
  expect(late.segments[0]?.start).toBeCloseTo(result.segments[0]?.start ?? 0, 0);

  const { body } = await post('/v1/frames', { upload_id, detail: 'standard' });
  expect(body).toMatchObject({
    transcript: { source: 'transcribed', speech: { is_speech: true } },
    sheets: [{ spoken: expect.stringContaining('evening') }],
  });
});

const generated = (source: string) => ['-f', 'lavfi', '-i', `${source}:d=6`];
const SPEECHLESS = [
  {
    name: 'music',
    sound: generated("aevalsrc='0.2*sin(880*t)*exp(-3*mod(t,0.5))+0.2*sin(1320*t)'"),
  },
  { name: 'noise', sound: generated('anoisesrc=c=pink:a=0.3') },
  { name: 'a tone', sound: generated('sine=f=440') },
  { name: 'silence', sound: ['-f', 'lavfi', '-i', 'aevalsrc=0:d=6'] },
  { name: 'no sound', sound: [] },
];

test.each(casesOf(SPEECHLESS, ['music', 'no sound']))(
  '$name is no speech, and no words are made up for it',
  async ({ name, sound }) => {
    const upload_id = await upload(`${name}.mp4`, ...picture, ...sound, ...COPIED);
    const result = await transcribe({ upload_id, format: 'srt' });
    expect(result).toMatchObject({
      text: '',
      segments: [],
      subtitles: '',
      speech: { is_speech: false, reason: expect.any(String) },
    });
  },
);

test('a language that the recogniser does not know costs nothing', async () => {
  const upload_id = await upload('german.mp4', ...picture, ...flite('rms'), ...COPIED);
  const before = await fetch(`${service.baseUrl}/v1/credits`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { status, body } = await post('/v1/transcript', { upload_id, language: 'de' });
  expect([status, body]).toMatchObject([
    400,
    { error: { type: 'invalid_request', suggestion: { language: 'en' } } },
  ]);
  const after = await fetch(`${service.baseUrl}/v1/credits`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const balance = async (response: Response) =>
    ((await response.json()) as { topup_balance: number }).topup_balance;
  expect(await balance(after)).toBe(await balance(before));
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
