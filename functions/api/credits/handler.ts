import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts/accounts.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeGetCredits } from '../../../layers/app/accounts/get-credits.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';
import { credentialGate } from '../../compose/gate.ts';
import { creditsRoute } from './route.ts';

const env = TablesEnv.parse(process.env);
const db = documentClient();
const accounts = dynamoAccounts(db, env.LEDGER_TABLE);
const gate = credentialGate(db, env);
const getCredits = makeGetCredits({ accounts, now: systemClock });

export const handler = httpHandler(creditsRoute, gate, async ({ principal, query }) => ({
  status: 200,
  body: await getCredits(principal, query.limit, query.before),
}));
