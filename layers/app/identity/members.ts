import type { Person } from '../../domain/accounts/credential.ts';
import { DomainError } from '../../domain/errors.ts';
import type { AddMember, Member, MemberList, RemovedMember } from '../../domain/identity/member.ts';
import type { Membership } from '../../domain/identity/membership.ts';
import { notFound } from '../not-found.ts';
import type { People } from '../ports/identity/people.ts';
import type { makeAddPerson } from './add-person.ts';
import type { makeRemovePerson } from './remove-person.ts';

interface Deps {
  readonly people: Pick<People, 'find' | 'members' | 'membership'>;
  readonly add: ReturnType<typeof makeAddPerson>;
  readonly remove: ReturnType<typeof makeRemovePerson>;
}

/** What people may do about who belongs to their organization. Owners change it; anybody may go. */
export function makeMembers({ people, add, remove }: Deps) {
  const list = async (orgId: string): Promise<MemberList> => {
    const members = await people.members(orgId);
    const users = await Promise.all(members.map(({ user_id }) => people.find(user_id)));
    // Somebody who is being removed has a row of one kind but not of the other.
    return { members: members.flatMap((member, at) => told(member, users[at]?.email)) };
  };

  return {
    list,
    /** @throws DomainError insufficient_scope, invalid_request */
    async add({ orgId, role: own }: Person, { email, role }: AddMember): Promise<Member> {
      if (own !== 'owner') throw ownersOnly();
      const { user_id } = await add(orgId, email, role);
      const joined = await people.membership(orgId, user_id);
      const [member] = joined ? told(joined, email) : [];
      if (!member) throw new DomainError('invalid_request', `${email} was removed meanwhile.`);
      return member;
    },
    /** @throws DomainError insufficient_scope, video_not_found, invalid_request */
    async remove({ orgId, userId: own, role }: Person, userId: string): Promise<RemovedMember> {
      if (role !== 'owner' && userId !== own) throw ownersOnly();
      const [member, user] = await Promise.all([
        people.membership(orgId, userId),
        people.find(userId),
      ]);
      const outcome = member && user ? await remove(orgId, user.email) : 'no member';
      if (!user || outcome === 'no member') throw notFound('member');
      if (outcome === 'last owner') {
        throw new DomainError(
          'invalid_request',
          `${user.email} is the only owner. Make somebody else an owner first.`,
        );
      }
      return { user_id: userId as Member['user_id'], removed: true };
    },
  };
}

const told = ({ user_id, role, created_at }: Membership, email: string | undefined): Member[] =>
  email === undefined ? [] : [{ user_id: user_id as Member['user_id'], email, role, created_at }];

const ownersOnly = () =>
  new DomainError(
    'insufficient_scope',
    'Only an owner adds and removes members. GET /v1/members says who the owners are.',
  );
