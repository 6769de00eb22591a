import { randomUUID } from 'node:crypto';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { makeIsOver } from '../../../layers/adapters/dynamo/videos/over.ts';
import { objectClient } from '../../../layers/adapters/s3/client.ts';
import { s3DirectStore } from '../../../layers/adapters/s3/direct-store.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsIngestQueue } from '../../../layers/adapters/sqs/ingest-queue.ts';
import { systemClock, wait } from '../../../layers/adapters/system/clock.ts';
import { makeCompleteUpload } from '../../../layers/app/uploads/complete-upload.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { eitherGate } from '../../compose/gate.ts';
import { openingOldTickets } from '../../compose/tickets.ts';
import { takingUploads } from '../../compose/uploads.ts';
import { Env } from './env.ts';
import { completeUploadRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const openTicket = await openingOldTickets(db, env);
const gate = eitherGate(db, env, openTicket);
const objects = objectClient();
const completeUpload = makeCompleteUpload({
  ...takingUploads(db, env, objects, makeIsOver(db, env.LEDGER_TABLE, systemClock)),
  direct: s3DirectStore(objects, env.BUCKET),
  queue: sqsIngestQueue(queueClient(), env.INGEST_QUEUE_URL),
  waitSeconds: env.SYNC_WAIT_SECONDS,
  newReader: randomUUID,
  wait,
});

export const handler = httpHandler(
  completeUploadRoute,
  gate,
  async ({ principal, params, query: { ticket }, body, signal }) => {
    const nonce = ticket === undefined ? undefined : (await openTicket(ticket)).claims.nonce;
    const answer = await completeUpload(
      { orgId: principal.orgId, uploadId: params.uploadId, nonce },
      body,
      signal,
    );
    return { status: 'status' in answer ? 202 : 200, body: answer };
  },
);
