import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoDeliveries } from '../../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { makeListDeliveries } from '../../../layers/app/webhooks/list-deliveries.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { Log } from '../../../layers/log/log.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';
import { credentialGate } from '../../compose/gate.ts';
import { listDeliveriesRoute } from './route.ts';

const env = TablesEnv.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const log = new Log('api');
const listDeliveries = makeListDeliveries({
  deliveries: dynamoDeliveries(db, env.RECORDS_TABLE),
  passOver: (error) => log.defect({ error }),
});

export const handler = httpHandler(listDeliveriesRoute, gate, async ({ principal, query }) => ({
  status: 200,
  body: await listDeliveries(principal.orgId, query.limit),
}));
