import { join } from 'node:path';
import { mediaRun } from '../support/media-run.ts';
import { endService, type ServiceProcess, startServiceProcess } from './service-process.ts';

let service: ServiceProcess;
beforeAll(async () => {
  service = await startServiceProcess();
});
afterAll(() => endService(service));

test('damaged files of every kind are read as far as they go or refused, in bounded time and memory', async () => {
  const run = await mediaRun(service, join(service.dataDir, 'originals'), 12, 7);
  expect(run.wrong).toEqual([]);
  expect(run.counts['frames 200']).toBeGreaterThan(0);
  expect(run.peakMemory.job).toBeGreaterThan(0);
  expect(run.peakMemory.job).toBeLessThan(1e9);
});
