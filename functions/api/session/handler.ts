import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts/accounts.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { makeGetSession } from '../../../layers/app/identity/get-session.ts';
import { personHandler } from '../../../layers/http/http-handler.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';
import { credentialGate } from '../../compose/gate.ts';
import { sessionRoute } from './route.ts';

const env = TablesEnv.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const getSession = makeGetSession({
  people: dynamoPeople(db, env.RECORDS_TABLE),
  accounts: dynamoAccounts(db, env.LEDGER_TABLE),
});

export const handler = personHandler(sessionRoute, gate, async (_call, person) => ({
  status: 200,
  body: await getSession(person),
}));
