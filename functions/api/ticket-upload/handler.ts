import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoUsedTickets } from '../../../layers/adapters/dynamo/uploads/used-tickets.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { makeReceiveByTicket } from '../../../layers/app/uploads/receive-by-ticket.ts';
import { makeReceiveUpload } from '../../../layers/app/uploads/receive-upload.ts';
import { makeUseTicket } from '../../../layers/app/uploads/tickets.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { ticketGate } from '../../compose/gate.ts';
import { openingTickets } from '../../compose/tickets.ts';
import { takingUploads } from '../../compose/uploads.ts';
import { Env } from './env.ts';
import { ticketUploadRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const openTicket = await openingTickets(db, env);
const gate = ticketGate(db, env, openTicket);
const receiveByTicket = makeReceiveByTicket({
  openTicket,
  useTicket: makeUseTicket({ usedTickets: dynamoUsedTickets(db, env.RECORDS_TABLE) }),
  receiveUpload: makeReceiveUpload({ ...takingUploads(db, env), newId }),
});

export const handler = httpHandler(
  ticketUploadRoute,
  gate,
  async ({ params, query, file, signal }) => ({
    status: 200,
    body: await receiveByTicket(params.ticket, await file(), query.filename, signal),
  }),
);
