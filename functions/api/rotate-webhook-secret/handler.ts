import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoWebhookSecrets } from '../../../layers/adapters/dynamo/webhooks/webhook-secrets.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeRotateSecret } from '../../../layers/app/webhooks/rotate-secret.ts';
import { personHandler } from '../../../layers/http/http-handler.ts';
import { TablesEnv } from '../../compose/env/tables-env.ts';
import { credentialGate } from '../../compose/gate.ts';
import { rotateWebhookSecretRoute } from './route.ts';

const env = TablesEnv.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const secrets = dynamoWebhookSecrets(db, env.RECORDS_TABLE);
const rotate = makeRotateSecret({ secrets, now: systemClock });

export const handler = personHandler(rotateWebhookSecretRoute, gate, async (_call, { orgId }) => ({
  status: 200,
  body: await rotate(orgId),
}));
