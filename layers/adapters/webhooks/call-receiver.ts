import { type ClientRequest, request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { CallReceiver } from '../../app/ports/webhooks.ts';
import type { ReceiverAnswer } from '../../domain/webhook-delivery.ts';

interface Options {
  readonly refusalOf: (url: string) => string | undefined;
  readonly lookup: LookupFunction;
  readonly timeoutMs?: number;
}

/** What a receiver says beyond this is not waited for. */
const MOST_BYTES = 64 * 1024;

/** Sends by HTTP. Redirects are not followed: they are an answer that is no 2xx. */
export const httpReceiver =
  ({ refusalOf, lookup, timeoutMs = 10_000 }: Options): CallReceiver =>
  async ({ url, id, at, body, secret }) => {
    const refused = refusalOf(url);
    if (refused !== undefined) return { status: null, error: refused };
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'video-reader-webhooks',
      'webhook-id': id,
      'webhook-timestamp': Math.floor(at.getTime() / 1000),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    };
    const send = url.startsWith('https:') ? https : http;
    const calling = send(url, { method: 'POST', headers, lookup, agent: false });
    const late = setTimeout(() => calling.destroy(new Error('no answer in time')), timeoutMs);
    try {
      return await answerTo(calling, body);
    } finally {
      clearTimeout(late);
      calling.destroy();
    }
  };

/** The status counts as soon as it is there; the rest is read so that the receiver can end in peace. */
const answerTo = (calling: ClientRequest, body: string): Promise<ReceiverAnswer> =>
  new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: null, error: error.message.slice(0, 200) });
    calling.once('error', fail);
    calling.once('response', (response: IncomingMessage) => {
      const answered = () => resolve({ status: response.statusCode ?? 0, error: null });
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_BYTES) answered();
      });
      response.once('end', answered);
      response.once('error', answered);
      response.once('close', answered);
    });
    calling.end(body);
  });
