import { CODE_MINUTES } from '../../domain/identity/sign-in.ts';
import type { CodeMessage, Mailer } from '../ports/identity/mail.ts';
import type { People } from '../ports/identity/people.ts';

interface Deps {
  readonly people: Pick<People, 'findByEmail'>;
  /** Undefined where nobody mails: people sign in by links, passkeys or a provider then. */
  readonly mailer: Mailer | undefined;
}

/** Mails a code to whoever has the address. To an address that nobody has nothing is sent. */
export const makeDeliverCode =
  ({ people, mailer }: Deps) =>
  async ({ email, code }: CodeMessage): Promise<'sent' | 'nobody' | 'no sender'> => {
    if (!mailer) return 'no sender';
    if (!(await people.findByEmail(email))) return 'nobody';
    await mailer.send({
      to: email,
      subject: 'Your code for Video Reader',
      text: `Somebody, most likely you, is signing in to Video Reader with this address. The code is

${code}

It is good for ${CODE_MINUTES} minutes, once, and only in the browser that asked for it. Do not pass it on. If you did
not ask for it, do nothing: without the code nobody gets in.
`,
    });
    return 'sent';
  };
