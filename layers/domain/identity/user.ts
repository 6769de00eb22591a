import { z } from 'zod';

/**
 * An address that mail can be sent to, in lower case: addresses that differ in case alone are one
 * person's. Letters beyond ASCII stay as they are: the Kelvin sign in lower case is a `k`, which
 * would make another mailbox the same one.
 */
export const Email = z
  .string()
  .trim()
  .max(254)
  .overwrite((text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()))
  .regex(/^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u, 'must be an email address');
export type Email = z.infer<typeof Email>;

/** A person, whatever organizations they are a member of. */
export const User = z.object({
  user_id: z.string(),
  email: Email,
  created_at: z.iso.datetime(),
});
export type User = z.infer<typeof User>;
