import { DomainError } from '../../domain/errors.ts';
import {
  CODE_MINUTES,
  CODE_TRIES,
  KNOWN_BROWSER_DAYS,
  LINK_MINUTES,
  makeCode,
  typedCode,
} from '../../domain/identity/sign-in.ts';
import { Email, type User } from '../../domain/identity/user.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { KnownBrowsers } from '../ports/identity/known-browsers.ts';
import type { MailQueue } from '../ports/identity/mail.ts';
import type { People } from '../ports/identity/people.ts';
import type { SignInAttempts } from '../ports/identity/sign-in-attempts.ts';
import { TRIES_FROM_ADDRESS } from './attempt-limits.ts';
import type { Limit, makeCountAgainst } from './limit.ts';

const MAILS_TO_MAILBOX: Limit = { what: 'codes for one mailbox', most: 5, perMinutes: 15 };
/** Five tries of each: of ten thousand mailboxes that are guessed at for a day, one opens. */
const MAILS_TO_MAILBOX_A_DAY: Limit = {
  what: 'codes for one mailbox',
  most: 20,
  perMinutes: 24 * 60,
};
const MAILS_FROM_ADDRESS: Limit = { what: 'codes from one network', most: 30, perMinutes: 15 };

interface Beginning {
  readonly attempts: Pick<SignInAttempts, 'begin'>;
  readonly digest: Digest;
  readonly random: (count: number) => Uint8Array;
  readonly now: Clock;
}

const begin = async (
  { attempts, digest, random, now }: Beginning,
  by: { secret: string; email: string; byLink: boolean; minutes: number },
): Promise<string> => {
  const code = makeCode(random);
  await attempts.begin({
    hash: digest(by.secret),
    email_hash: digest(by.email),
    code_hash: digest(`${by.secret} ${code}`),
    by_link: by.byLink,
    ends_at: new Date(now().getTime() + by.minutes * 60_000).toISOString(),
  });
  return code;
};

/** Names a browser that somebody signed in with, to who knows its secret and their address. */
const markOf = (digest: Digest, secret: string, email: string): string =>
  digest(`known ${secret} ${email}`);

interface MailDeps extends Beginning {
  readonly browsers: Pick<KnownBrowsers, 'knows'>;
  readonly mailQueue: MailQueue;
  readonly countAgainst: ReturnType<typeof makeCountAgainst>;
}

/**
 * Begins a sign-in and has its code mailed. Whether anybody has the address is found out by
 * whoever sends the mail: here the same is done, in the same time, for every address.
 * @throws DomainError invalid_request for what is no address, rate_limited
 */
export const makeMailCode =
  (deps: MailDeps) =>
  async (visitor: string, typedEmail: string | undefined, address: string): Promise<string> => {
    const parsed = Email.safeParse(typedEmail);
    if (!parsed.success) {
      throw new DomainError('invalid_request', 'This is no email address. Type it as name@host.');
    }
    const email = parsed.data;
    await deps.countAgainst(MAILS_FROM_ADDRESS, address);
    const mark = markOf(deps.digest, visitor, email);
    // Strangers who ask in somebody's name keep them out of no browser that they came in by.
    const counted = (await deps.browsers.knows(mark, deps.now())) ? mark : email;
    await deps.countAgainst(MAILS_TO_MAILBOX, counted);
    await deps.countAgainst(MAILS_TO_MAILBOX_A_DAY, counted);
    const by = { secret: visitor, email, byLink: false, minutes: CODE_MINUTES };
    await deps.mailQueue.send({ email, code: await begin(deps, by) });
    return email;
  };

/** What a link holds that signs in without a mail. */
export interface SignInLink {
  readonly attempt: string;
  readonly email: string;
  readonly code: string;
}

/** Begins a sign-in whose secret and code are told on the console of whoever runs the service. */
export const makeSignInLink =
  (deps: Beginning & { readonly newSecret: () => string }) =>
  async (email: string): Promise<SignInLink> => {
    const attempt = deps.newSecret();
    const by = { secret: attempt, email, byLink: true, minutes: LINK_MINUTES };
    return { attempt, email, code: await begin(deps, by) };
  };

interface CheckDeps {
  readonly attempts: Pick<SignInAttempts, 'countTry' | 'use'>;
  readonly people: Pick<People, 'findByEmail'>;
  readonly browsers: Pick<KnownBrowsers, 'keep'>;
  readonly countAgainst: ReturnType<typeof makeCountAgainst>;
  readonly digest: Digest;
  readonly now: Clock;
}

/** What was sent to end a sign-in. */
export interface TypedCode {
  /** Secret of the browser, or of a link. */
  readonly secret: string;
  readonly byLink: boolean;
  readonly email: string | undefined;
  readonly code: string | undefined;
}

/**
 * Ends a sign-in by its code, once. A wrong code, one that has expired or was used, and an
 * address that nobody has are all the same here.
 * @returns the person, or undefined
 * @throws DomainError rate_limited
 */
export const makeCheckCode =
  ({ attempts, people, browsers, countAgainst, digest, now }: CheckDeps) =>
  async (
    { secret, byLink, email, code }: TypedCode,
    address: string,
  ): Promise<User | undefined> => {
    await countAgainst(TRIES_FROM_ADDRESS, address);
    const mailbox = Email.safeParse(email).data ?? '';
    const attempt = await attempts.countTry(digest(secret), CODE_TRIES, now());
    const right =
      attempt?.by_link === byLink &&
      attempt.email_hash === digest(mailbox) &&
      attempt.code_hash === digest(`${secret} ${typedCode(code)}`);
    if (!right || !(await attempts.use(attempt))) return undefined;
    const user = await people.findByEmail(mailbox);
    if (user && !byLink) {
      const endsAt = new Date(now().getTime() + KNOWN_BROWSER_DAYS * 24 * 3600_000);
      await browsers.keep(markOf(digest, secret, mailbox), endsAt);
    }
    return user;
  };
