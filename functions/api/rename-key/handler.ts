import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { personHandler } from '../../../layers/http/http-handler.ts';
import { apiKeysOf } from '../../compose/api-keys.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';
import { credentialGate } from '../../compose/gate.ts';
import { renameKeyRoute } from './route.ts';

const env = TablesEnv.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const keys = apiKeysOf(db, env.RECORDS_TABLE);

export const handler = personHandler(renameKeyRoute, gate, async ({ params, body }, { orgId }) => ({
  status: 200,
  body: await keys.rename(orgId, params.keyId, body.name),
}));
