import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TranscriptResult } from '../../layers/domain/transcript/transcript.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { ffmpeg } from '../support/clips/ffmpeg.ts';
import { site } from '../support/sites/sites.ts';
import { removeDataDir, type ServiceProcess, startServiceProcess } from './service-process.ts';

const ANSWER = {
  language: 'english',
  text: 'Good evening.',
  segments: [{ start: 0.2, end: 1, text: ' Good evening.', avg_logprob: -0.05 }],
  words: [
    { word: 'Good', start: 0.2, end: 0.5 },
    { word: 'evening', start: 0.5, end: 1 },
  ],
};
let status = 200;
let asked = 0;
const recogniser = await site((request, response) => {
  request.resume().on('end', () => {
    asked++;
    const body = status === 200 ? ANSWER : { error: { message: 'The server is overloaded' } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
let service: ServiceProcess;

beforeAll(async () => {
  const { port } = recogniser;
  service = await startServiceProcess({
    env: { TRANSCRIBER_URL: `http://127.0.0.1:${port}/v1`, TRANSCRIBER_MODEL: 'large-v3' },
  });
});
afterAll(async () => {
  await service.kill();
  await removeDataDir(service.dataDir);
  await recogniser.close();
});

const authorization = () => ({ authorization: `Bearer ${service.apiKey}` });

async function upload(name: string, text: string): Promise<string> {
  const file = join(service.dataDir, name);
  await ffmpeg('-f', 'lavfi', '-i', `flite=text='${text}':voice=slt`, file);
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)]), name);
  const response = await fetch(`${service.baseUrl}/v1/uploads`, {
    method: 'POST',
    headers: authorization(),
    body: form,
  });
  return UploadResult.parse(await response.json()).upload_id;
}

const transcribe = (body: object) =>
  fetch(`${service.baseUrl}/v1/transcript`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const balance = async () => {
  const response = await fetch(`${service.baseUrl}/v1/credits`, { headers: authorization() });
  return ((await response.json()) as { topup_balance: number }).topup_balance;
};

test('the recogniser that is named in the settings hears a file of sound alone', async () => {
  const upload_id = await upload('hello.wav', 'good evening and welcome to our programme tonight');
  const response = await transcribe({ upload_id, format: 'vtt', words: true });
  const result = TranscriptResult.parse(await response.json());
  expect(result).toMatchObject({
    language: 'en',
    source: 'transcribed',
    text: 'Good evening.',
    notes: [expect.stringMatching(/^Recognised by large-v3 at 127\.0\.0\.1/)],
    subtitles: expect.stringMatching(/^WEBVTT\n\n00:00:00\.\d{3} --> .*\nGood evening\n$/),
  });
});

test('a recogniser that is down fails the call, which then costs nothing', async () => {
  const upload_id = await upload('down.wav', 'there is nobody here who listens to us this evening');
  const before = await balance();
  status = 500;
  asked = 0;
  const response = await transcribe({ upload_id });
  expect([response.status, await response.json()]).toMatchObject([
    500,
    { error: { type: 'processing_failed', message: expect.stringContaining('recogniser') } },
  ]);
  expect(asked).toBe(3);
  expect(await balance()).toBe(before);

  status = 200;
  const again = await transcribe({ upload_id });
  expect(await again.json()).toMatchObject({ text: 'Good evening.' });
});
