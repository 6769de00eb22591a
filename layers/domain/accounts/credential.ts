import { z } from 'zod';
import type { Role } from '../identity/membership.ts';
import type { SessionRecord } from '../identity/session.ts';
import type { Tier } from './plans.ts';

export const Scope = z.enum(['video:read', 'account:read']);
export type Scope = z.infer<typeof Scope>;

export const ALL_SCOPES: readonly Scope[] = Scope.options;

/** What a call brings to say who makes it, as it was sent and unchecked. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization?: string | undefined;
  /** A ticket for one upload, of a route that takes one. */
  readonly ticket?: string | undefined;
  /** The session of a signed-in person, from its cookie. */
  readonly session?: string | undefined;
}

/** What every credential says. */
interface Caller {
  readonly orgId: string;
  readonly tier: Tier;
  readonly scopes: readonly Scope[];
  /**
   * The pot this credential spends: a key bought credit; a token and a session the plan's grant,
   * then tool credit.
   */
  readonly wallet: 'topup' | 'plan';
}

/** A signed-in person, in one of the organizations that they are a member of. */
export interface Person extends Caller {
  readonly kind: 'session';
  readonly userId: string;
  readonly role: Role;
  readonly session: SessionRecord;
}

/** Who calls, and what the credential may do. */
export type Principal =
  | Person
  /** A token is that of a program that a person let in. */
  | (Caller & { readonly kind: 'key' | 'ticket' | 'token' });
