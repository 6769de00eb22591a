import type { Membership } from '../../../domain/identity/membership.ts';
import type { User } from '../../../domain/identity/user.ts';

/** People, and the organizations that they are members of. */
export interface People {
  find(userId: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<User | undefined>;
  /**
   * Makes a person.
   * @returns false when another person has the address; then nothing is written
   */
  add(user: User): Promise<boolean>;
  /**
   * Makes a person a member, or changes their role.
   * @param most members that the organization may have; without it any number
   * @returns `last owner` when that would leave the organization without one, `gone` without such
   * a person, `full` when there are as many by then and the person is none of them
   */
  join(membership: Membership, most?: number): Promise<'joined' | 'last owner' | 'gone' | 'full'>;
  /** @returns `last owner` when the organization would be left without one */
  leave(orgId: string, userId: string): Promise<'left' | 'last owner' | 'no member'>;
  /**
   * Takes an organization that is erased from a person, whoever they were in it. Their membership
   * stays until its row goes with the organization's, so that a repeat finds them.
   */
  release(orgId: string, userId: string): Promise<void>;
  membership(orgId: string, userId: string): Promise<Membership | undefined>;
  /** The organizations of a person, the longest membership first. */
  membershipsOf(userId: string): Promise<Membership[]>;
  /** The members of an organization, the longest membership first. */
  members(orgId: string): Promise<Membership[]>;
  /**
   * Forgets a person and their address.
   * @returns false for one who is still a member of an organization
   */
  forget(user: User): Promise<boolean>;
}
