import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mailer } from '../../app/ports/identity/mail.ts';

/** Milliseconds to open a connection, and until an answer begins. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 8_000;

const mailClient = (): SESv2Client =>
  new SESv2Client({
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });

/** @param sender what mails come from: an address of an identity that the account may send from */
export const sesMailer = (sender: string, client = mailClient()): Mailer => ({
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
