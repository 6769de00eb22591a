import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mailer } from '../../app/ports/mail.ts';

/** @param sender what mails come from: an address of an identity that the account may send from */
export const sesMailer = (sender: string, client = new SESv2Client()): Mailer => ({
  async send({ to, subject, text }) {
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: sender,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' } },
          },
        },
      }),
    );
  },
});
