import { DomainError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/jobs/job.ts';
import { foldersOfOrganization } from '../../domain/videos/video-folder.ts';
import type { AccountDirectory } from '../ports/accounts/account-directory.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { DeletedRows, OrganizationRows } from '../ports/accounts/organization-rows.ts';
import type { Connections } from '../ports/identity/connections.ts';
import type { Passkeys } from '../ports/identity/passkeys.ts';
import type { People } from '../ports/identity/people.ts';
import type { Sessions } from '../ports/identity/sessions.ts';
import { ERASED, type EraseDeps, makeEraseVideo } from '../videos/erase-video.ts';
import { noOrganization } from './require-organization.ts';

interface Deps extends EraseDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly directory: Pick<AccountDirectory, 'change'>;
  readonly organizationRows: OrganizationRows;
  readonly people: Pick<People, 'find' | 'members' | 'membershipsOf' | 'release' | 'forget'>;
  readonly sessions: Pick<Sessions, 'removeAll'>;
  readonly passkeys: Pick<Passkeys, 'removeAll'>;
  readonly connections: Pick<Connections, 'removeAll'>;
}

export interface ErasedOrganization {
  readonly org_id: string;
  readonly videos: number;
  /** People who belonged to no other organization. */
  readonly people_forgotten: number;
  /** Rows beside those of videos. */
  readonly rows: number;
  /** Until when a worker may have stored something; the sweep clears that then. */
  readonly cleared_at: string | null;
  /** Whether its movements of credit stay, without its name. */
  readonly ledger: 'kept' | 'deleted';
}

/**
 * Erases an organization with all that it has: videos, jobs, answers, keys, members, sessions,
 * connected programs. Its ledger stays as a book of amounts without a name, unless that is to go
 * too. Whatever interrupts it, it is brought to its end by doing it again.
 * @throws Error in words for a person when there is no such organization
 */
export const makeEraseOrganization =
  (deps: Deps) =>
  async (
    orgId: string,
    { withLedger }: { readonly withLedger: boolean },
  ): Promise<ErasedOrganization> => {
    const { accounts, directory, organizationRows, erased, now } = deps;
    const account = await accounts.find(orgId);
    if (!account) throw noOrganization(orgId);
    // Nothing of it lets anybody in from here on, so that nothing new comes while the rest goes.
    const suspended_at = account.suspended_at ?? now().toISOString();
    await directory.change(orgId, { suspended_at });
    // Before the first row goes, for a table that is restored later.
    await erased.keep(orgId, [orgId], now());
    const videos = await eraseWork(deps, orgId);
    const { people_forgotten, rows, clearedAt } = await eraseRest(deps, orgId);
    if (withLedger) await organizationRows.deleteLedger(orgId);
    else await directory.change(orgId, { name: null, erased_at: now().toISOString() });
    return {
      org_id: orgId,
      videos,
      people_forgotten,
      rows,
      cleared_at: clearedAt,
      ledger: withLedger ? 'deleted' : 'kept',
    };
  };

/**
 * Erases anew what a restored table brought back of an erased organization. Its account says
 * already that it is erased, or is gone: then there is no money that a job could give back.
 */
export const makeEraseOrganizationAnew =
  (deps: Deps) =>
  async (orgId: string): Promise<void> => {
    if (await deps.accounts.find(orgId)) await eraseWork(deps, orgId);
    await eraseRest(deps, orgId);
  };

/** Ends the jobs with their refunds, and erases the videos. @returns how many videos */
async function eraseWork(deps: Deps, orgId: string): Promise<number> {
  const { organizationRows, runs, now } = deps;
  let videos = 0;
  await organizationRows.endWaiting(orgId);
  for await (const videoId of organizationRows.videos(orgId)) {
    try {
      await makeEraseVideo(deps)(orgId, videoId);
      videos += 1;
    } catch (error) {
      // A link that failed, or a video that an earlier run erased.
      if (!(error instanceof DomainError && error.type === 'video_not_found')) throw error;
    }
  }
  for await (const { jobId, status } of organizationRows.jobs(orgId)) {
    if (isTerminal(status)) continue;
    await runs.fail({ orgId, jobId }, { at: now(), error: ERASED, status: 'cancelled' });
  }
  return videos;
}

async function eraseRest(
  deps: Deps,
  orgId: string,
): Promise<DeletedRows & { people_forgotten: number }> {
  const { organizationRows, artifacts } = deps;
  const people_forgotten = await releasePeople(deps, orgId);
  for (const folder of foldersOfOrganization(orgId)) await artifacts.deletePrefix(folder);
  let rows = 0;
  // A call that was let in before the organization was suspended may write a row behind the scan.
  for (;;) {
    const deleted = await organizationRows.deleteRecords(orgId);
    rows += deleted.rows;
    if (deleted.rows === 0) return { people_forgotten, rows, clearedAt: deleted.clearedAt };
  }
}

/** @returns how many people belong nowhere now, and are forgotten */
async function releasePeople(deps: Deps, orgId: string): Promise<number> {
  const { people, sessions, passkeys, connections } = deps;
  let forgotten = 0;
  for (const { user_id } of await people.members(orgId)) {
    await sessions.removeAll(user_id, orgId);
    await connections.removeAll(user_id, orgId);
    await people.release(orgId, user_id);
    if ((await people.membershipsOf(user_id)).length > 0) continue;
    await passkeys.removeAll(user_id);
    const user = await people.find(user_id);
    if (user && (await people.forget(user))) forgotten += 1;
  }
  return forgotten;
}
