import { randomUUID } from 'node:crypto';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { hmacSeal } from '../../../layers/adapters/system/seal.ts';
import { makeIssueTicket } from '../../../layers/app/uploads/tickets.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { credentialGate } from '../../compose/gate.ts';
import { Env, uploadTicketsRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const issueTicket = makeIssueTicket({
  seal: hmacSeal(env.TICKET_SECRET),
  now: systemClock,
  nonce: randomUUID,
});

export const handler = httpHandler(uploadTicketsRoute, gate, async ({ principal, baseUrl }) => ({
  status: 200,
  body: issueTicket(principal, baseUrl),
}));
