import { randomUUID } from 'node:crypto';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { egress } from '../../../layers/adapters/egress/egress.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { gcmSeal } from '../../../layers/adapters/system/seal.ts';
import { makeIssueTicket } from '../../../layers/app/uploads/tickets.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { credentialGate } from '../../compose/gate.ts';
import { secretsIn } from '../../compose/secrets.ts';
import { Env } from './env.ts';
import { uploadTicketsRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const issueTicket = makeIssueTicket({
  seal: gcmSeal(...(await secretsIn(env.TICKET_SECRET))),
  now: systemClock,
  nonce: randomUUID,
  webhookRefusal: egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS).refusalOf,
});

export const handler = httpHandler(
  uploadTicketsRoute,
  gate,
  async ({ principal, body, baseUrl }) => ({
    status: 200,
    body: issueTicket(principal, body, baseUrl),
  }),
);
