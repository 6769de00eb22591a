import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaRun } from '../support/media-run.ts';
import { type StandingService, standingService } from './standing-service.ts';

/** One of each of the first kinds; `npm run soak:media` sends more, on a seed of its own. */
const COUNT = 5;
const SEED = 7;

let service: StandingService;
beforeAll(async () => {
  service = await standingService();
});
afterAll(() => rm(service.dataDir, { recursive: true }));

test('damaged files of every kind are read as far as they go or refused, in bounded time and memory', async () => {
  const { pid } = JSON.parse(await readFile(join(service.serviceDir, 'service.json'), 'utf8'));
  const run = await mediaRun(
    { ...service, pid },
    { folder: join(service.dataDir, 'originals'), count: COUNT, seed: SEED },
  );
  expect(run.wrong).toEqual([]);
  expect(run.counts['frames 200']).toBeGreaterThan(0);
  expect(run.peakMemory.job).toBeGreaterThan(0);
  expect(run.peakMemory.job).toBeLessThan(1e9);
});
