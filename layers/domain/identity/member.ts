import { z } from 'zod';
import { nameField } from '../calls/source-request.ts';
import { id } from '../ids.ts';
import { Role } from './membership.ts';
import { Email } from './user.ts';

export const Member = z
  .strictObject({
    user_id: id('usr'),
    email: z.string(),
    role: Role,
    created_at: z.iso.datetime().describe('When they became a member.'),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

export const MemberList = z
  .strictObject({ members: z.array(Member).describe('The longest membership first.') })
  .meta({ id: 'MemberList' });
export type MemberList = z.infer<typeof MemberList>;

export const AddMember = z
  .strictObject({
    email: Email.describe('Whoever gets mail there signs in with a code that is mailed to it.'),
    role: Role.optional().describe(
      'Of a member already: the role they have from now on. Left out, they keep theirs, and somebody new is a member.',
    ),
  })
  .meta({ id: 'AddMember' });
export type AddMember = z.infer<typeof AddMember>;

export const RemovedMember = z
  .strictObject({ user_id: id('usr'), removed: z.literal(true) })
  .meta({ id: 'RemovedMember' });
export type RemovedMember = z.infer<typeof RemovedMember>;

/** An id that names nobody is not found, whatever its shape; so the shape is not judged here. */
export const MemberParams = z.strictObject({ userId: nameField });
