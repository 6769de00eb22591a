import { z } from 'zod';

/**
 * Texts that mean the same (Unicode's canonical equivalence) in one form, but for the letters that
 * this form has no sign of its own for: it makes ASCII of the Kelvin sign, and so of one mailbox
 * another.
 */
const composed = (text: string): string =>
  text.replaceAll(/[^\u212A\u037E\u1FEF]+/g, (part) => part.normalize('NFC'));

/**
 * An address that mail can be sent to, in lower case and composed (NFC): addresses that differ in
 * case alone, or in how an accent is encoded, are one person's. Letters beyond ASCII keep their
 * case: the Kelvin sign in lower case is a `k`.
 */
export const Email = z
  .string()
  .trim()
  .overwrite((text) =>
    // Again in the end: some letters have a composed form in lower case alone.
    composed(composed(text).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
  )
  .max(254)
  .regex(/^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u, 'must be an email address');
export type Email = z.infer<typeof Email>;

/** A person, whatever organizations they are a member of. */
export const User = z.object({
  user_id: z.string(),
  email: Email,
  created_at: z.iso.datetime(),
});
export type User = z.infer<typeof User>;
