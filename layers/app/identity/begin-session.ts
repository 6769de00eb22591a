import { DomainError } from '../../domain/errors.ts';
import type { Membership } from '../../domain/identity/membership.ts';
import { endOfSession, type SessionRecord } from '../../domain/identity/session.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { People } from '../ports/identity/people.ts';
import type { Sessions } from '../ports/identity/sessions.ts';

interface Deps {
  readonly people: Pick<People, 'membershipsOf'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly sessions: Pick<Sessions, 'add' | 'find' | 'remove'>;
  readonly digest: Digest;
  readonly newSecret: () => string;
  readonly now: Clock;
}

const suspended = () =>
  new DomainError(
    'unauthorized',
    'Your organization is suspended. Whoever runs this service knows why.',
    { reason: 'suspended' },
  );

/**
 * Begins a session, always under a new secret. One that the same browser had is over: nobody goes
 * on with what another began, or planted there.
 * @param previous secret of the browser's session, if it has one
 * @param orgId the organization; without it the one that the person has been a member of the
 * longest, of those that are not suspended
 * @returns the secret for the browser; undefined when the person is no member there
 * @throws DomainError unauthorized with the reason `suspended`
 */
export const makeBeginSession =
  ({ people, accounts, sessions, digest, newSecret, now }: Deps) =>
  async (userId: string, previous?: string, orgId?: string): Promise<string | undefined> => {
    const memberships = await people.membershipsOf(userId);
    const wished = memberships.filter(({ org_id }: Membership) => (orgId ?? org_id) === org_id);
    if (wished.length === 0) return undefined;
    const found = await Promise.all(wished.map(({ org_id }) => accounts.find(org_id)));
    const member = wished.find((_, at) => found[at] && found[at].suspended_at === undefined);
    if (!member) throw suspended();
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
