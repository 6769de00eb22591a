import { z } from 'zod';

/** A session that nobody uses for this long is over. */
const SESSION_IDLE_MS = 14 * 24 * 3600_000;

/** The end of a session moves on with its use, but is written at most this often. */
const RENEW_AFTER_MS = 3600_000;

/**
 * A sign-in that goes on: kept by the digest of its secret, which the person's browser alone
 * holds.
 */
export const SessionRecord = z.object({
  /** SHA-256 of the secret, in hex. */
  hash: z.string(),
  user_id: z.string(),
  /** The organization that calls of this session are made for. */
  org_id: z.string(),
  created_at: z.iso.datetime(),
  /** When it ends unless it is used before. */
  ends_at: z.iso.datetime(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

export const endOfSession = (now: Date): string =>
  new Date(now.getTime() + SESSION_IDLE_MS).toISOString();

export const hasEnded = ({ ends_at }: Pick<SessionRecord, 'ends_at'>, now: Date): boolean =>
  Date.parse(ends_at) <= now.getTime();

/** True when the end of a session that is used now has to be moved on. */
export const isToRenew = ({ ends_at }: Pick<SessionRecord, 'ends_at'>, now: Date): boolean =>
  Date.parse(ends_at) - now.getTime() < SESSION_IDLE_MS - RENEW_AFTER_MS;
