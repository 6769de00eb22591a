import { randomUUID } from 'node:crypto';
import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts.ts';
import { dynamoCallCounter } from '../../../layers/adapters/dynamo/call-counter.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoKeys } from '../../../layers/adapters/dynamo/key-store.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { hmacSeal } from '../../../layers/adapters/system/seal.ts';
import { makeAdmit } from '../../../layers/app/admit.ts';
import { makeAuthenticate } from '../../../layers/app/authenticate.ts';
import { makeIssueTicket } from '../../../layers/app/tickets.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { Env, uploadTicketsRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = {
  authenticate: makeAuthenticate({
    keys: dynamoKeys(db, env.RECORDS_TABLE),
    accounts: dynamoAccounts(db, env.LEDGER_TABLE),
    digest: sha256,
  }),
  admit: makeAdmit({ calls: dynamoCallCounter(db, env.RECORDS_TABLE), now: systemClock }),
};
const issueTicket = makeIssueTicket({
  seal: hmacSeal(env.TICKET_SECRET),
  now: systemClock,
  nonce: randomUUID,
});

export const handler = httpHandler(uploadTicketsRoute, gate, async ({ principal, baseUrl }) => ({
  status: 200,
  body: issueTicket(principal, baseUrl),
}));
