import { randomUUID } from 'node:crypto';
import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads.ts';
import { dynamoVideos } from '../../../layers/adapters/dynamo/videos.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { s3DirectStore } from '../../../layers/adapters/s3/direct-store.ts';
import { sqsCopyQueue } from '../../../layers/adapters/sqs/copy-queue.ts';
import { sqsIngestQueue } from '../../../layers/adapters/sqs/ingest-queue.ts';
import { queueClient } from '../../../layers/adapters/sqs/read-queue.ts';
import { systemClock, wait } from '../../../layers/adapters/system/clock.ts';
import { newSha256 } from '../../../layers/adapters/system/digest.ts';
import { hmacSeal } from '../../../layers/adapters/system/seal.ts';
import { makeCompleteUpload } from '../../../layers/app/complete-upload.ts';
import { orderingCopies } from '../../../layers/app/order-working-copies.ts';
import { makeOpenTicket } from '../../../layers/app/tickets.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { eitherGate } from '../../compose/gate.ts';
import { completeUploadRoute, Env } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const accounts = dynamoAccounts(db, env.LEDGER_TABLE);
const seal = hmacSeal(env.TICKET_SECRET);
const open = makeOpenTicket({ seal, accounts, now: systemClock });
// A large file takes longer than a ticket lives; the upload that it began has an end of its own.
const openTicket = (ticket: string) => open(ticket, true);
const gate = eitherGate(db, env, openTicket);
const objects = objectClient();
const completeUpload = makeCompleteUpload({
  videos: orderingCopies(
    dynamoVideos(db, env.RECORDS_TABLE),
    sqsCopyQueue(queueClient(), env.COPY_QUEUE_URL),
  ),
  uploads: dynamoUploads(db, env.RECORDS_TABLE),
  artifacts: s3Artifacts(objects, env.BUCKET),
  direct: s3DirectStore(objects, env.BUCKET),
  engine: ffmpegEngine(await findBinaries({ ffmpeg: env.FFMPEG_PATH, ffprobe: env.FFPROBE_PATH })),
  queue: sqsIngestQueue(queueClient(), env.INGEST_QUEUE_URL),
  waitSeconds: env.SYNC_WAIT_SECONDS,
  newDigest: newSha256,
  newReader: randomUUID,
  wait,
  now: systemClock,
});

export const handler = httpHandler(
  completeUploadRoute,
  gate,
  async ({ principal, params, query: { ticket }, body, signal }) => {
    const nonce = ticket === undefined ? undefined : (await openTicket(ticket)).claims.nonce;
    const answer = await completeUpload(principal.orgId, params.uploadId, body, nonce, signal);
    return { status: 'status' in answer ? 202 : 200, body: answer };
  },
);
