import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts.ts';
import { dynamoCallCounter } from '../../../layers/adapters/dynamo/call-counter.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoKeys } from '../../../layers/adapters/dynamo/key-store.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeAdmit } from '../../../layers/app/admit.ts';
import { makeAuthenticate } from '../../../layers/app/authenticate.ts';
import { makeGetCredits } from '../../../layers/app/get-credits.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { creditsRoute, Env } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const accounts = dynamoAccounts(db, env.LEDGER_TABLE);
const gate = {
  authenticate: makeAuthenticate({
    keys: dynamoKeys(db, env.RECORDS_TABLE),
    accounts,
    digest: sha256,
  }),
  admit: makeAdmit({ calls: dynamoCallCounter(db, env.RECORDS_TABLE), now: systemClock }),
};
const getCredits = makeGetCredits({ accounts, now: systemClock });

export const handler = httpHandler(creditsRoute, gate, async ({ principal, query }) => ({
  status: 200,
  body: await getCredits(principal, query.limit),
}));
