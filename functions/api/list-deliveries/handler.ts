import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts.ts';
import { dynamoCallCounter } from '../../../layers/adapters/dynamo/call-counter.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/deliveries.ts';
import { dynamoKeys } from '../../../layers/adapters/dynamo/key-store.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { makeAdmit } from '../../../layers/app/admit.ts';
import { makeAuthenticate } from '../../../layers/app/authenticate.ts';
import { makeListDeliveries } from '../../../layers/app/list-deliveries.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { Env, listDeliveriesRoute } from './route.ts';

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
const listDeliveries = makeListDeliveries({ deliveries: dynamoDeliveries(db, env.RECORDS_TABLE) });

export const handler = httpHandler(listDeliveriesRoute, gate, async ({ principal, query }) => ({
  status: 200,
  body: await listDeliveries(principal.orgId, query.limit),
}));
