import { z } from 'zod';

/** A key pair of a person's device, as much of it as is kept here. */
export const Passkey = z.object({
  /** In base64url, as the device named it. */
  credential_id: z.string(),
  user_id: z.string(),
  /** COSE key in base64url. */
  public_key: z.string(),
  /** Uses that the device counted; 0 for ever on those that do not count. */
  counter: z.int().min(0),
  transports: z.array(z.string()),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** More than anybody has devices. */
export const MOST_PASSKEYS = 20;
