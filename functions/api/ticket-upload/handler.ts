import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoUploads } from '../../../layers/adapters/dynamo/uploads.ts';
import { dynamoUsedTickets } from '../../../layers/adapters/dynamo/used-tickets.ts';
import { dynamoVideos } from '../../../layers/adapters/dynamo/videos.ts';
import { objectClient, s3Artifacts } from '../../../layers/adapters/s3/artifacts.ts';
import { sqsCopyQueue } from '../../../layers/adapters/sqs/copy-queue.ts';
import { queueClient } from '../../../layers/adapters/sqs/read-queue.ts';
import { newId, systemClock } from '../../../layers/adapters/system/clock.ts';
import { newSha256 } from '../../../layers/adapters/system/digest.ts';
import { hmacSeal } from '../../../layers/adapters/system/seal.ts';
import { orderingCopies } from '../../../layers/app/order-working-copies.ts';
import { makeReceiveByTicket } from '../../../layers/app/receive-by-ticket.ts';
import { makeReceiveUpload } from '../../../layers/app/receive-upload.ts';
import { makeOpenTicket, makeUseTicket } from '../../../layers/app/tickets.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { ticketGate } from '../../compose/gate.ts';
import { Env, ticketUploadRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const openTicket = makeOpenTicket({
  seal: hmacSeal(env.TICKET_SECRET),
  accounts: dynamoAccounts(db, env.LEDGER_TABLE),
  now: systemClock,
});
const gate = ticketGate(db, env, openTicket);
const receiveByTicket = makeReceiveByTicket({
  openTicket,
  useTicket: makeUseTicket({ usedTickets: dynamoUsedTickets(db, env.RECORDS_TABLE) }),
  receiveUpload: makeReceiveUpload({
    videos: orderingCopies(
      dynamoVideos(db, env.RECORDS_TABLE),
      sqsCopyQueue(queueClient(), env.COPY_QUEUE_URL),
    ),
    uploads: dynamoUploads(db, env.RECORDS_TABLE),
    artifacts: s3Artifacts(objectClient(), env.BUCKET),
    engine: ffmpegEngine(
      await findBinaries({ ffmpeg: env.FFMPEG_PATH, ffprobe: env.FFPROBE_PATH }),
    ),
    newDigest: newSha256,
    now: systemClock,
    newId,
  }),
});

export const handler = httpHandler(
  ticketUploadRoute,
  gate,
  async ({ params, query, file, signal }) => ({
    status: 200,
    body: await receiveByTicket(params.ticket, await file(), query.filename, signal),
  }),
);
