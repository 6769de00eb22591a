import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoSessions } from '../../../layers/adapters/dynamo/identity/sessions.ts';
import { clearCookie, cookieName } from '../../../layers/http/cookies.ts';
import { personHandler } from '../../../layers/http/http-handler.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';
import { credentialGate } from '../../compose/gate.ts';
import { endSessionRoute } from './route.ts';

const env = TablesEnv.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const sessions = dynamoSessions(db, env.RECORDS_TABLE);

export const handler = personHandler(endSessionRoute, gate, async ({ baseUrl }, { session }) => {
  await sessions.remove(session);
  return {
    status: 200,
    body: { signed_out: true as const },
    headers: { 'set-cookie': clearCookie(cookieName('session', baseUrl), baseUrl) },
  };
});
