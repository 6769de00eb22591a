import { z } from 'zod';

/** How long a device or a provider may take to answer. */
export const CHALLENGE_MINUTES = 5;

/** What a device has to sign or a provider has to bring back, once. */
export const Challenge = z.object({
  /** SHA-256 of the challenge. */
  hash: z.string(),
  /** SHA-256 of the browser's secret: no other browser brings it back. */
  visitor_hash: z.string(),
  /** What it was given for, and to whom: nothing else is begun with it. */
  purpose: z.string(),
  ends_at: z.iso.datetime(),
});
export type Challenge = z.infer<typeof Challenge>;
