import { eachAtATime } from '../../domain/each-at-a-time.ts';
import { type ApiError, DomainError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/jobs/job.ts';
import type { EraseVideoResult } from '../../domain/videos/erase-video.ts';
import { foldersOf } from '../../domain/videos/video-folder.ts';
import { LEASE_SECONDS } from '../jobs/run-job.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobIntake, JobRuns } from '../ports/jobs/jobs.ts';
import type { ErasedIds } from '../ports/videos/erased-ids.ts';
import type { DueErasure, Erasure, Erasures } from '../ports/videos/erasures.ts';
import { sweepDue } from '../sweep-due.ts';

export interface EraseDeps {
  readonly erasures: Erasures;
  readonly erased: ErasedIds;
  readonly jobs: Pick<JobIntake, 'statusOf'>;
  readonly runs: Pick<JobRuns, 'fail'>;
  readonly artifacts: Pick<ArtifactStore, 'deletePrefix'>;
  readonly now: Clock;
  /** Between two times that an erasure at work is put off; 20 s unless said. */
  readonly beatMs?: number;
}

/** One that a sweep did not bring to its end is taken up again so late. */
const AGAIN_MS = 60_000;
/** Jobs of a video that are looked at, at a time: there may be thousands. */
const JOBS_AT_A_TIME = 16;

export const ERASED: ApiError = {
  type: 'video_not_found',
  message: 'The video was erased before the job ended. What it was charged is given back.',
};

const BY_ITS_OWN_ID =
  'A video is erased by its own id, and this is the id of an upload: nothing was erased. Send ' +
  'video.id (vid_…) of the answer to the upload, or of any call about the video.';

/** The same words for what is gone, what never was, and what is another organization's. */
const NOTHING_THERE =
  'Your organization has no video with this id: nothing was erased. One that was erased before ' +
  'leaves nothing behind; of any other, check the id, and which organization the credential ' +
  'belongs to.';

/**
 * Erases a video with all that was made from it and all that leads to it. Whatever interrupts it,
 * it is brought to its end by doing it again.
 * @throws DomainError video_not_found
 */
export const makeEraseVideo =
  (deps: EraseDeps) =>
  async (orgId: string, videoId: string): Promise<EraseVideoResult> => {
    if (videoId.startsWith('upl_')) throw new DomainError('video_not_found', BY_ITS_OWN_ID);
    const erasure = { orgId, videoId };
    const begun = await deps.erasures.begin(erasure, deps.now());
    if (begun === undefined) throw new DomainError('video_not_found', NOTHING_THERE);
    await erase(deps, erasure, begun);
    return { video_id: videoId as EraseVideoResult['video_id'], deleted: true };
  };

/**
 * Ends the erasures that were interrupted, and clears what a worker that was cut off may have left.
 * Each is put off first, so that one that fails or outlasts its sweep stands behind the others.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeSweepErasures = (deps: EraseDeps) => async (): Promise<{ erased: number }> => {
  const { erasures, now } = deps;
  const putOff = (one: Erasure) => laterOn(deps, one);
  const erased = await sweepDue<DueErasure>(
    {
      due: async (time, limit) => ({ found: await erasures.due(time, limit), unreadable: [] }),
      work: async ({ interrupted, ...erasure }) => {
        await putOff(erasure);
        await erase(deps, erasure, interrupted ? 'resumed' : 'cleared');
        return true;
      },
      putOff,
      now,
    },
    'erasures did not come to their end',
  );
  return { erased };
};

const laterOn = ({ erasures, now }: EraseDeps, erasure: Erasure): Promise<void> =>
  erasures.putOff(erasure, new Date(now().getTime() + AGAIN_MS));

type State = 'begun' | 'resumed' | 'cleared';

/** Of a video with thousands of jobs it takes minutes, in which no sweep does it a second time. */
async function erase(deps: EraseDeps, erasure: Erasure, state: State): Promise<void> {
  // A beat that fails is left to the next one.
  const beat = () => void laterOn(deps, erasure).catch(() => undefined);
  const beats = setInterval(beat, deps.beatMs ?? AGAIN_MS / 3);
  try {
    await eraseAll(deps, erasure, state);
  } finally {
    clearInterval(beats);
  }
}

async function eraseAll(deps: EraseDeps, erasure: Erasure, state: State): Promise<void> {
  const { erasures, erased, jobs, runs, artifacts, now } = deps;
  const { orgId, videoId } = erasure;
  // Before the first row goes: what is not found any more could not be kept.
  if (state !== 'cleared') await erased.keep(orgId, await erasures.ids(erasure), now());
  let atWork = state === 'resumed';
  const toEnd: string[] = [];
  await eachAtATime(JOBS_AT_A_TIME, await erasures.jobs(erasure), async ({ jobId, holdsSlot }) => {
    const status = await jobs.statusOf(orgId, jobId);
    atWork ||= status === 'running';
    // Most have ended long ago, and have nothing to be given back.
    if (status && (!isTerminal(status) || holdsSlot)) toEnd.push(jobId);
  });
  // One after the other: they are no more than the plan runs at once, and share a row of slots.
  for (const jobId of toEnd) {
    await runs.fail({ orgId, jobId }, { at: now(), error: ERASED, status: 'cancelled' });
  }
  for (const folder of await erasures.strayFolders(erasure)) await artifacts.deletePrefix(folder);
  for (const folder of foldersOf(orgId, videoId)) await artifacts.deletePrefix(folder);
  await erasures.deleteRows(erasure);
  // A worker learns by its next beat that its job is gone, and may have stored a sheet until then.
  const beats = new Date(now().getTime() + 2 * LEASE_SECONDS * 1000);
  await erasures.end(erasure, atWork ? beats : undefined);
}
