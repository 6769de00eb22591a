import type { Tier } from '../../domain/accounts/plans.ts';
import { DomainError } from '../../domain/errors.ts';
import { retentionOf } from '../../domain/videos/retention.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobIntake } from '../ports/jobs/jobs.ts';
import type { KeptVideo, Retention } from '../ports/videos/retention.ts';
import { sweepDue } from '../sweep-due.ts';
import type { makeEraseVideo } from './erase-video.ts';

interface Deps {
  readonly retention: Retention;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly jobs: Pick<JobIntake, 'list'>;
  readonly eraseVideo: ReturnType<typeof makeEraseVideo>;
  readonly now: Clock;
}

/** A video that could not be erased does not stand in the way of the others for so long. */
const AGAIN_MS = 3600_000;
/** One that is in use is looked at again so soon. */
const IN_USE_MS = 10 * 60_000;
/** What was under way when the time was over is shown for so long after its end. */
const SHOWN_MS = 3600_000;
/** Jobs of a video that are looked at, the newest. */
const JOBS_LOOKED_AT = 100;

/**
 * Erases the videos that their organization's plan keeps no longer. The plan is the one of this
 * moment, not the one under which a video came.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeSweepRetention = (deps: Deps) => async (): Promise<{ expired: number }> => {
  const { retention, now } = deps;
  const expired = await sweepDue<KeptVideo>(
    {
      due: async (time, limit) => ({ found: await retention.due(time, limit), unreadable: [] }),
      work: (video) => eraseIfOver(deps, video),
      putOff: (video) => retention.putOff(video, new Date(now().getTime() + AGAIN_MS)),
      now,
    },
    'videos were not erased',
  );
  return { expired };
};

async function eraseIfOver(deps: Deps, video: KeptVideo): Promise<boolean> {
  const { retention, accounts, eraseVideo, now } = deps;
  const { orgId, videoId, keptFrom } = video;
  const account = await accounts.find(orgId);
  if (!account) throw new Error(`organization ${orgId} has no account`);
  const look = retentionOf(keptFrom, account.tier, now());
  if (look !== 'over') {
    await retention.postpone(video, look);
    return false;
  }
  if (await isInUse(deps, video, account.tier)) {
    await retention.putOff(video, new Date(now().getTime() + IN_USE_MS));
    return false;
  }
  if (!(await retention.holds(video))) return false;
  try {
    await eraseVideo(orgId, videoId);
    return true;
  } catch (error) {
    // Somebody erased it in between.
    if (error instanceof DomainError && error.type === 'video_not_found') return false;
    throw error;
  }
}

/** Whether a job that was accepted in time is still under way, or ended a while ago. */
async function isInUse(
  { jobs, now }: Deps,
  { orgId, videoId, keptFrom }: KeptVideo,
  tier: Tier,
): Promise<boolean> {
  // One that cannot be read keeps no video for ever; the list of jobs tells of it.
  const newest = await jobs.list(orgId, JOBS_LOOKED_AT, { videoId, passOver: () => undefined });
  const shownFrom = now().getTime() - SHOWN_MS;
  return newest.some(({ status, finished_at }) => {
    if (finished_at === null) return true;
    const endedAt = new Date(finished_at);
    const endedLate = retentionOf(keptFrom, tier, endedAt) === 'over';
    return status === 'succeeded' && endedLate && endedAt.getTime() > shownFrom;
  });
}
