import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads/uploads.ts';
import { dynamoUsedTickets } from '../../../layers/adapters/dynamo/uploads/used-tickets.ts';
import { egress } from '../../../layers/adapters/egress/egress.ts';
import { newId, systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeDirectUpload } from '../../../layers/app/uploads/direct-upload.ts';
import { makeUseTicket } from '../../../layers/app/uploads/tickets.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { eitherGate } from '../../compose/gate.ts';
import { signingStore } from '../../compose/signing-store.ts';
import { openingTickets } from '../../compose/tickets.ts';
import { Env } from './env.ts';
import { directUploadRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const openTicket = await openingTickets(db, env);
const gate = eitherGate(db, env, openTicket);
const directUpload = makeDirectUpload({
  uploads: dynamoUploads(db, env.RECORDS_TABLE),
  direct: signingStore(env),
  useTicket: makeUseTicket({ usedTickets: dynamoUsedTickets(db, env.RECORDS_TABLE) }),
  webhookRefusal: egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS).refusalOf,
  now: systemClock,
  newId,
});

export const handler = httpHandler(
  directUploadRoute,
  gate,
  async ({ principal, body, query: { ticket: text }, baseUrl }) => ({
    status: 200,
    body: await directUpload(
      principal,
      body,
      baseUrl,
      text === undefined ? undefined : { text, opened: await openTicket(text) },
    ),
  }),
);
