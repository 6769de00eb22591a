import { join } from 'node:path';
import { mediaRun } from '../support/media-run.ts';
import { insideListener } from '../support/sites/sites.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** One of each of the first kinds; `npm run soak:media` sends more, on a seed of its own. */
const COUNT = 5;
const SEED = 7;

let service: ServiceProcess;
beforeAll(async () => {
  service = await startServiceProcess();
});
afterAll(() => endService(service));

test('damaged files of every kind are read as far as they go or refused, in bounded time and memory', async () => {
  const run = await mediaRun(service, join(service.dataDir, 'originals'), COUNT, SEED);
  expect(run.wrong).toEqual([]);
  expect(run.counts['frames 200']).toBeGreaterThan(0);
  expect(run.peakMemory.job).toBeGreaterThan(0);
  expect(run.peakMemory.job).toBeLessThan(1e9);
});

test('without the setting no link reaches anything inside', async () => {
  const inside = await insideListener();
  const ask = (body: object) =>
    fetch(`${service.baseUrl}/v1/frames`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f000001', '127.1']) {
    const response = await ask({ url: `http://${host}:${inside.port}/a.mp4` });
    expect([host, response.status, await response.json()]).toMatchObject([
      host,
      400,
      { error: { type: 'invalid_request', message: expect.stringContaining('`url`') } },
    ]);
  }
  expect(inside.connections()).toBe(0);
  await inside.close();
});
