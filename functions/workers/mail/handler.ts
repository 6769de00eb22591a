import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { fileMailer } from '../../../layers/adapters/mail/file-mailer.ts';
import { sesMailer } from '../../../layers/adapters/mail/ses-mailer.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeDeliverCode } from '../../../layers/app/identity/mail-code.ts';
import type { Mailer } from '../../../layers/app/ports/identity/mail.ts';
import { mailHandler } from '../../../layers/queue/mail-handler.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);

/** None in a cloud where no context `mailSender` was given: docs/decisions/0281. */
function mailer(): Mailer | undefined {
  if (env.MAIL_SENDER !== undefined) return sesMailer(env.MAIL_SENDER);
  if (env.MAIL_DIR !== undefined) return fileMailer(env.MAIL_DIR, systemClock);
  return undefined;
}

export const handler = mailHandler(
  makeDeliverCode({
    people: dynamoPeople(documentClient(), env.RECORDS_TABLE),
    mailer: mailer(),
  }),
);
