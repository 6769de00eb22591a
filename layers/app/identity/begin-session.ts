import type { Membership } from '../../domain/identity/membership.ts';
import { endOfSession, type SessionRecord } from '../../domain/identity/session.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { People } from '../ports/people.ts';
import type { Sessions } from '../ports/sessions.ts';

interface Deps {
  readonly people: Pick<People, 'membershipsOf'>;
  readonly sessions: Pick<Sessions, 'add' | 'find' | 'remove'>;
  readonly digest: Digest;
  readonly newSecret: () => string;
  readonly now: Clock;
}

/**
 * Begins a session, always under a new secret. One that the same browser had is over: nobody goes
 * on with what another began, or planted there.
 * @param previous secret of the browser's session, if it has one
 * @param orgId the organization; without it the one that the person has been a member of the
 * longest
 * @returns the secret for the browser; undefined when the person is no member there
 */
export const makeBeginSession =
  ({ people, sessions, digest, newSecret, now }: Deps) =>
  async (userId: string, previous?: string, orgId?: string): Promise<string | undefined> => {
    const memberships = await people.membershipsOf(userId);
    const member = memberships.find(({ org_id }: Membership) => (orgId ?? org_id) === org_id);
    if (!member) return undefined;
    const before = previous === undefined ? undefined : await sessions.find(digest(previous));
    if (before) await sessions.remove(before);
    const secret = newSecret();
    const session: SessionRecord = {
      hash: digest(secret),
      user_id: userId,
      org_id: member.org_id,
      created_at: now().toISOString(),
      ends_at: endOfSession(now()),
    };
    await sessions.add(session);
    return secret;
  };
