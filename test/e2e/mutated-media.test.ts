import { join } from 'node:path';
import { mediaRun } from '../support/media-run.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** One of each of the first kinds; `npm run soak:media` sends more, on a seed of its own. */
const COUNT = 8;
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
