import { join } from 'node:path';
import { removeDataDir, startServiceProcess } from '../../test/e2e/service-process.ts';
import { mediaRun } from '../../test/support/media-run.ts';

/** `npm run soak:media -- [COUNT] [SEED]`: damaged files against a running service. */
const COUNT = Number(process.argv[2] ?? 500);
const SEED = Number(process.argv[3] ?? 1);
const MAX_WORKER_BYTES = 1e9;

const service = await startServiceProcess();
try {
  const began = performance.now();
  let uploads = 0;
  const folder = join(service.dataDir, 'originals');
  const run = await mediaRun(service, { folder, count: COUNT, seed: SEED }, (answer, isRight) => {
    if (!isRight) console.log('wrong:', answer);
    if (answer.call === 'upload' && ++uploads % 50 === 0) console.log(`${uploads} files`);
  });
  const holds = run.wrong.length === 0 && run.peakMemory.job < MAX_WORKER_BYTES;
  console.log({
    holds,
    files: COUNT,
    seed: SEED,
    ...run.counts,
    slowest_seconds: Math.round(run.slowestSeconds * 10) / 10,
    peak_job_mb: Math.round(run.peakMemory.job / 1e6),
    peak_all_jobs_mb: Math.round(run.peakMemory.all / 1e6),
    seconds: Math.round((performance.now() - began) / 1000),
    wrong: run.wrong,
  });
  if (!holds) process.exitCode = 1;
} finally {
  await service.kill();
  await removeDataDir(service.dataDir);
}
