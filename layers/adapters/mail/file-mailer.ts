import { randomUUID } from 'node:crypto';
import { link, mkdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../app/ports/clock.ts';
import type { Mail, Mailer } from '../../app/ports/identity/mail.ts';

const SENDER = 'video-reader@localhost';

/**
 * Writes each mail into a file of its own, which this user alone may read: `<folder>/<time>.eml`.
 */
export const fileMailer = (folder: string, now: Clock): Mailer => ({
  async send(mail) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const at = now();
    // A reader sees a whole mail or none.
    const temporary = join(folder, `.${randomUUID()}`);
    await writeFile(temporary, messageOf(mail, at), { mode: 0o600 });
    await name(temporary, folder, at);
    await unlink(temporary);
  },
});

/** Gives a file the name of its time, or of the next millisecond that no other mail has. */
async function name(temporary: string, folder: string, at: Date): Promise<void> {
  for (let ms = at.getTime(); ; ms += 1) {
    const time = new Date(ms).toISOString().replaceAll(':', '-');
    try {
      await link(temporary, join(folder, `${time}.eml`));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** https://www.rfc-editor.org/rfc/rfc5322, with the line ends of this machine's text files. */
const messageOf = ({ to, subject, text }: Mail, at: Date): string =>
  [
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `From: ${SENDER}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@localhost>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    text,
  ].join('\n');
