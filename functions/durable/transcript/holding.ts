import { holdsElsewhere } from '../../../layers/app/jobs/hold-elsewhere.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { Clock } from '../../../layers/app/ports/clock.ts';
import type { JobIntake, JobRuns, Run } from '../../../layers/app/ports/jobs/jobs.ts';
import type { LongHearing } from '../../../layers/app/ports/transcript/long-hearing.ts';
import { wordsKey } from '../../../layers/app/ports/transcript/window-recogniser.ts';
import { own } from './places.ts';

export interface HoldingDeps {
  readonly artifacts: Pick<ArtifactStore, 'list'>;
  readonly jobs: Pick<JobIntake, 'find'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly now: Clock;
}

/**
 * The run for which the job is held: the one that began to listen or, beside pictures, the one that
 * kept them. `drawing` while others hold it.
 */
export async function heldFor(
  { jobs, artifacts }: HoldingDeps,
  { run, pictures }: LongHearing,
): Promise<Run | 'drawing' | 'ended'> {
  if (pictures === undefined) return run;
  const job = await jobs.find(run.orgId, run.jobId);
  if (job?.status !== 'running' || job.run === null) return 'ended';
  const isDrawn = (await artifacts.list(pictures)).length > 0;
  return isDrawn ? { ...run, run: job.run } : 'drawing';
}

/**
 * Keeps hold of the job and tells how far its windows are; false when it has ended.
 * @param windows 0 while nobody knows how many there are
 */
export async function hold(
  deps: HoldingDeps,
  hearing: LongHearing,
  windows: number,
): Promise<boolean> {
  const run = await heldFor(deps, hearing);
  if (typeof run === 'string') return run === 'drawing';
  const keys = windows === 0 ? [] : await deps.artifacts.list(own(hearing));
  const done = keys.filter((key) => key.endsWith(wordsKey({ folder: '/' }))).length;
  const progress = { stage: 'listening', done, of: Math.max(1, windows) } as const;
  if (await holdsElsewhere(deps.runs, run, deps.now(), progress)) return true;
  // Beside pictures another run may have begun just now.
  return hearing.pictures !== undefined && (await heldFor(deps, hearing)) !== 'ended';
}
