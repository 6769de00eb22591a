import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoConnections } from '../../../layers/adapters/dynamo/oauth/connections.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeConnections } from '../../../layers/app/identity/connections.ts';
import { personHandler } from '../../../layers/http/http-handler.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';
import { credentialGate } from '../../compose/gate.ts';
import { listConnectionsRoute } from './route.ts';

const env = TablesEnv.parse(process.env);
const db = documentClient();
const { list } = makeConnections({
  connections: dynamoConnections(db, env.RECORDS_TABLE, systemClock),
});

export const handler = personHandler(
  listConnectionsRoute,
  credentialGate(db, env),
  async (_call, person) => ({ status: 200, body: await list(person) }),
);
