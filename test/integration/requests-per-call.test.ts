import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { countRequests } from '../../bench/api/count-requests.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testService } from '../support/service.ts';
import { testTables } from '../support/tables.ts';

const counter = countRequests();
let service: RunningService;
let authorization: string;
let dir: string;

beforeAll(async () => {
  const tables = await testTables();
  const { api_key } = await testService(tables).administer.createOrg('pro', 10_000 as never);
  authorization = `Bearer ${api_key}`;
  service = await runningService(tables);
  dir = await mkdtemp(join(tmpdir(), 'clip-'));
});
afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

const call = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization, ...init.headers };
  const response = await fetch(service.baseUrl + path, { ...init, headers });
  expect(response.status).toBe(200);
  return response.json();
};

/**
 * What a call asks of the database and the store when it is made again. The fewest of several
 * times: a machine that is slow may let more than a second pass within a call, and then the account
 * is read anew.
 */
async function asked(make: () => Promise<unknown>) {
  await make();
  const times: Record<string, number>[] = [];
  for (let time = 0; time < 4; time += 1) {
    counter.take();
    await make();
    const counts = Object.entries(counter.take());
    times.push(Object.fromEntries(counts.filter(([name]) => !name.startsWith('SQS'))));
  }
  const total = (counts: Record<string, number>) =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  return times.sort((a, b) => total(a) - total(b))[0];
}

test('the list of jobs costs three requests, and a cached call eight', async () => {
  expect(await asked(() => call('/v1/jobs'))).toEqual({
    'DynamoDB GetItem': 1,
    'DynamoDB Query': 1,
    'DynamoDB UpdateItem': 1,
  });

  const path = join(dir, 'clip.mp4');
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=duration=2:size=320x180:rate=25', path);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(path))]), 'clip.mp4');
  const sent = await call('/v1/uploads', { method: 'POST', body: form });
  const { upload_id } = z.looseObject({ upload_id: z.string() }).parse(sent);
  const body = JSON.stringify({ upload_id, detail: 'standard', transcribe: false });
  const headers = { 'content-type': 'application/json' };
  const frames = () => call('/v1/frames', { method: 'POST', body, headers });
  await frames();
  expect(await asked(frames)).toEqual({
    'DynamoDB GetItem': 4,
    'DynamoDB Query': 1,
    'DynamoDB UpdateItem': 1,
    'DynamoDB TransactWriteItems': 2,
    'S3 GET': 3,
  });
});
