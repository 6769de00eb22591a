import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads/uploads.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { makeFreshAddresses } from '../../../layers/app/uploads/fresh-addresses.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { DirectUploadsEnv } from '../../compose/env/direct-uploads-env.ts';
import { eitherGate } from '../../compose/gate.ts';
import { signingStore } from '../../compose/signing-store.ts';
import { openingOldTickets } from '../../compose/tickets.ts';
import { uploadAddressesRoute } from './route.ts';

const env = DirectUploadsEnv.parse(process.env);
const db = documentClient();
const openTicket = await openingOldTickets(db, env);
const freshAddresses = makeFreshAddresses({
  uploads: dynamoUploads(db, env.RECORDS_TABLE),
  direct: signingStore(env),
  now: systemClock,
});

export const handler = httpHandler(
  uploadAddressesRoute,
  eitherGate(db, env, openTicket),
  async ({ principal, params, query: { ticket }, body }) => {
    const nonce = ticket === undefined ? undefined : (await openTicket(ticket)).claims.nonce;
    return {
      status: 200,
      body: await freshAddresses(principal.orgId, params.uploadId, body, nonce),
    };
  },
);
