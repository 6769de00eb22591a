import { z } from 'zod';
import { id } from '../ids.ts';
import { Role } from './membership.ts';

export const SessionResult = z
  .strictObject({
    user_id: id('usr'),
    email: z.string(),
    org_id: id('org').describe('The organization that calls of this session are made for.'),
    role: Role.describe('Of the person in that organization.'),
    organizations: z
      .array(
        z.strictObject({
          org_id: id('org'),
          name: z
            .string()
            .nullable()
            .describe('What whoever runs the service calls it; null without a name.'),
          role: Role,
        }),
      )
      .describe('All that the person is a member of, the longest membership first.'),
    created_at: z.iso.datetime(),
    ends_at: z.iso.datetime().describe('Unless it is used before; each use moves it on.'),
  })
  .meta({ id: 'SessionResult' });
export type SessionResult = z.infer<typeof SessionResult>;

export const SignedOut = z.strictObject({ signed_out: z.literal(true) }).meta({ id: 'SignedOut' });
export type SignedOut = z.infer<typeof SignedOut>;
