import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { makeReceiveUpload } from '../../../layers/app/uploads/receive-upload.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { credentialGate } from '../../compose/gate.ts';
import { takingUploads } from '../../compose/uploads.ts';
import { Env } from './env.ts';
import { uploadsRoute } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const gate = credentialGate(db, env);
const receiveUpload = makeReceiveUpload({ ...takingUploads(db, env), newId });

export const handler = httpHandler(uploadsRoute, gate, async ({ principal, file, signal }) => ({
  status: 200,
  body: await receiveUpload(principal, await file(), signal),
}));
