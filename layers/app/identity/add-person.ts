import { DomainError } from '../../domain/errors.ts';
import type { Role } from '../../domain/identity/membership.ts';
import type { User } from '../../domain/identity/user.ts';
import { requireOrganization } from '../accounts/require-organization.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { People } from '../ports/identity/people.ts';

/** Nobody invites a whole country: more is a program that fills a table. */
const MOST_MEMBERS = 500;

interface Deps {
  readonly people: Pick<People, 'findByEmail' | 'add' | 'membership' | 'join' | 'forget'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly now: Clock;
  readonly newId: NewId;
}

/**
 * Makes somebody a member of an organization, or gives a member another role.
 * @param email in lower case, as `Email` gives it
 * @param asked left out, a member keeps the role they have, and somebody new is a member
 * @throws DomainError invalid_request for the only owner, who stays one, and past 500 members
 */
export const makeAddPerson =
  ({ people, accounts, now, newId }: Deps) =>
  async (orgId: string, email: string, asked?: Role): Promise<User & { role: Role }> => {
    await requireOrganization(accounts, orgId);
    const created_at = now().toISOString();
    const made: User = { user_id: newId('usr'), email, created_at };
    const user = (await people.add(made)) ? made : await people.findByEmail(email);
    if (!user) throw goes(email);
    const role = asked ?? (await people.membership(orgId, user.user_id))?.role ?? 'member';
    const member = { org_id: orgId, user_id: user.user_id, role, created_at };
    const outcome = await people.join(member, MOST_MEMBERS);
    if (outcome === 'full') {
      // Who was made for this belongs nowhere; who belongs elsewhere is kept.
      await people.forget(user);
      throw new DomainError(
        'invalid_request',
        `An organization has at most ${MOST_MEMBERS} members. Remove somebody first.`,
      );
    }
    if (outcome === 'last owner') {
      throw new DomainError(
        'invalid_request',
        `${email} is the only owner of ${orgId}. Make somebody else an owner first.`,
      );
    }
    if (outcome === 'gone') throw goes(email);
    return { ...user, role };
  };

const goes = (email: string) =>
  new DomainError('invalid_request', `${email} is just being removed. Try again.`);
