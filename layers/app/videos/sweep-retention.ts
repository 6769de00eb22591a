import { DomainError } from '../../domain/errors.ts';
import { retentionOf } from '../../domain/videos/retention.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeptVideo, Retention } from '../ports/videos/retention.ts';
import type { makeEraseVideo } from './erase-video.ts';

interface Deps {
  readonly retention: Retention;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly eraseVideo: ReturnType<typeof makeEraseVideo>;
  readonly now: Clock;
}

const AT_ONCE = 25;
/** What is still due then is left to the next sweep. */
const AT_MOST_MS = 30_000;
/** A video that could not be erased does not stand in the way of the others for so long. */
const AGAIN_MS = 3600_000;

/**
 * Erases the videos that their organization's plan keeps no longer. The plan is the one of this
 * moment, not the one under which a video came.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeSweepRetention = (deps: Deps) => async (): Promise<{ expired: number }> => {
  const { retention, now } = deps;
  const began = now().getTime();
  const failures: unknown[] = [];
  let expired = 0;
  for (let full = true; full && now().getTime() - began < AT_MOST_MS; ) {
    const due = await retention.due(now(), AT_ONCE);
    full = due.length === AT_ONCE;
    for (const video of due) {
      try {
        if (await eraseIfOver(deps, video)) expired += 1;
      } catch (error) {
        failures.push(error);
        await retention.postpone(video, new Date(now().getTime() + AGAIN_MS));
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'videos were not erased');
  return { expired };
};

async function eraseIfOver(
  { retention, accounts, eraseVideo, now }: Deps,
  video: KeptVideo,
): Promise<boolean> {
  const { orgId, videoId, keptFrom } = video;
  const account = await accounts.find(orgId);
  if (!account) throw new Error(`organization ${orgId} has no account`);
  const look = retentionOf(keptFrom, account.tier, now());
  if (look !== 'over') {
    await retention.postpone(video, look);
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
