import { z } from 'zod';

/** How long a mailed code is good for. */
export const CODE_MINUTES = 10;
/** How long a link is good for that whoever runs the service made on its console. */
export const LINK_MINUTES = 60;
/** Wrong codes after which only a new one helps. */
export const CODE_TRIES = 5;

/** As long as browsers keep a cookie: how long a browser is known that somebody signed in with. */
export const KNOWN_BROWSER_DAYS = 400;

/** A sign-in that waits for its code. It looks the same whether or not anybody has the address. */
export const SignInAttempt = z.object({
  /** SHA-256 of the secret that alone can go on with it: the browser's, or that of a link. */
  hash: z.string(),
  /** SHA-256 of the address. */
  email_hash: z.string(),
  /** SHA-256 of the secret and the code together, so that the table tells nobody the code. */
  code_hash: z.string(),
  /** True when the secret came in a link that the console printed; any other is in a cookie. */
  by_link: z.boolean(),
  ends_at: z.iso.datetime(),
});
export type SignInAttempt = z.infer<typeof SignInAttempt>;

/**
 * Six digits, each code as likely as any other.
 * @param random gives that many unpredictable bytes
 */
export function makeCode(random: (count: number) => Uint8Array): string {
  for (;;) {
    const [a = 0, b = 0, c = 0] = random(3);
    const number = a * 65_536 + b * 256 + c;
    // 16,000,000 is the largest multiple of a million in three bytes; what lies above would
    // favour some codes.
    if (number < 16_000_000) return String(number % 1_000_000).padStart(6, '0');
  }
}

/**
 * A code as a person types or pastes it, without the space or dash in its middle, and with the wide
 * digits of East Asian keyboards as plain ones; undefined for anything else.
 */
export const typedCode = (text: string | undefined): string | undefined =>
  /^\s*(\d{3})[\s-]?(\d{3})\s*$/
    .exec((text ?? '').normalize('NFKC'))
    ?.slice(1)
    .join('');
