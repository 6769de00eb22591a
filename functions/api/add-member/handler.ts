import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { personHandler } from '../../../layers/http/http-handler.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';
import { credentialGate } from '../../compose/gate.ts';
import { membersOf } from '../../compose/members.ts';
import { addMemberRoute } from './route.ts';

const env = TablesEnv.parse(process.env);
const db = documentClient();
const members = membersOf(db, env);

export const handler = personHandler(
  addMemberRoute,
  credentialGate(db, env),
  async ({ body }, person) => ({
    status: 200,
    body: await members.add(person, body),
  }),
);
