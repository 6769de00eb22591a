import type { Connections } from '../ports/identity/connections.ts';
import type { Passkeys } from '../ports/identity/passkeys.ts';
import type { People } from '../ports/identity/people.ts';
import type { Sessions } from '../ports/identity/sessions.ts';

interface Deps {
  readonly people: People;
  readonly sessions: Pick<Sessions, 'removeAll'>;
  readonly passkeys: Pick<Passkeys, 'removeAll'>;
  readonly connections: Pick<Connections, 'removeAll'>;
}

/**
 * Ends a person's membership, with the sessions and connections that they have in the
 * organization. One who then belongs nowhere is forgotten. From the first step on nothing of
 * theirs lets anybody in; the rest clears away, and is done again by a repeat.
 * @returns `last owner` when the organization would be left without one; then nothing is removed
 */
export const makeRemovePerson =
  ({ people, sessions, passkeys, connections }: Deps) =>
  async (orgId: string, email: string): Promise<'removed' | 'last owner' | 'no member'> => {
    const user = await people.findByEmail(email);
    if (!user) return 'no member';
    const outcome = await people.leave(orgId, user.user_id);
    if (outcome === 'last owner') return outcome;
    await sessions.removeAll(user.user_id, orgId);
    await connections.removeAll(user.user_id, orgId);
    if ((await people.membershipsOf(user.user_id)).length > 0) {
      return outcome === 'left' ? 'removed' : 'no member';
    }
    await passkeys.removeAll(user.user_id);
    await people.forget(user);
    return 'removed';
  };
