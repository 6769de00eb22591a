import { randomUUID } from 'node:crypto';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { objectClient } from '../../../layers/adapters/s3/client.ts';
import { s3DirectStore } from '../../../layers/adapters/s3/direct-store.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsVisibility } from '../../../layers/adapters/sqs/visibility.ts';
import { wait } from '../../../layers/adapters/system/clock.ts';
import { makeTakeInObject } from '../../../layers/app/uploads/take-in-object.ts';
import { objectHandler } from '../../../layers/queue/object-handler.ts';
import { takingUploads } from '../../compose/uploads.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = documentClient();
const objects = objectClient();

export const handler = objectHandler({
  take: makeTakeInObject({
    ...takingUploads(db, env, objects),
    direct: s3DirectStore(objects, env.BUCKET),
    newReader: randomUUID,
    wait,
  }),
  hide: sqsVisibility(queueClient(), env.INGEST_QUEUE_URL),
});
