import type { Person } from '../../domain/accounts/credential.ts';
import type { SessionResult } from '../../domain/identity/session-result.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { People } from '../ports/identity/people.ts';

interface Deps {
  readonly people: Pick<People, 'find' | 'membershipsOf'>;
  readonly accounts: Pick<Accounts, 'find'>;
}

/** Says who is signed in. */
export const makeGetSession =
  ({ people, accounts }: Deps) =>
  async ({ userId, orgId, role, session }: Person): Promise<SessionResult> => {
    const [user, memberships] = await Promise.all([
      people.find(userId),
      people.membershipsOf(userId),
    ]);
    const found = await Promise.all(memberships.map(({ org_id }) => accounts.find(org_id)));
    if (!user) throw new Error(`${userId} is a member of ${orgId}, but nobody`);
    return {
      user_id: userId as SessionResult['user_id'],
      email: user.email,
      org_id: orgId as SessionResult['org_id'],
      role,
      organizations: memberships.map((member, at) => ({
        org_id: member.org_id as SessionResult['org_id'],
        name: found[at]?.name ?? null,
        role: member.role,
      })),
      created_at: session.created_at,
      ends_at: session.ends_at,
    };
  };
