import { z } from 'zod';

export const Role = z.enum(['owner', 'member']);
export type Role = z.infer<typeof Role>;

/** A person in an organization. */
export const Membership = z.object({
  org_id: z.string(),
  user_id: z.string(),
  role: Role,
  created_at: z.iso.datetime(),
});
export type Membership = z.infer<typeof Membership>;
