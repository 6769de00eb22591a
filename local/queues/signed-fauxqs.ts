import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type buildApp, type FauxqsServer, startFauxqs } from 'fauxqs';
import { ofDamagedFile } from '../data-dir/damaged-file.ts';
import type { EngineAccess } from '../engine-access.ts';
import { S3Error } from '../object-store/s3-error.ts';
import { verifySignature } from '../object-store/signature.ts';
import { NEWCOMERS, putFairestFirst } from './fair-order.ts';
import { receiveIn } from './receive.ts';
import { keepTrace } from './trace-attribute.ts';
import { returnUndelivered } from './undelivered.ts';

type App = ReturnType<typeof buildApp>;

/** SQS's own limit of a request. */
const MAX_BODY_BYTES = 1024 ** 2;
const MAX_REQUEST_MS = 15_000;

/**
 * Starts fauxqs on loopback, for requests that are signed with the key pair of `access`. By itself
 * it listens on every interface, whatever host it is given, and asks for no credential.
 * @throws Error in words for a person when the file of its messages is damaged
 */
export async function startSignedFauxqs(
  options: { readonly port: number; readonly dataDir?: string },
  access: EngineAccess,
): Promise<FauxqsServer> {
  // Fastify hands out each instance as it is made, before its routes:
  // https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
  let server: FauxqsServer | undefined;
  const onReceive = (queue: string) => {
    const messages = server?.inspectQueue(queue)?.messages;
    return messages ? putFairestFirst(messages) : 0;
  };
  const onMade = (message: unknown) => {
    const app = (message as { fastify: App }).fastify;
    closeToStrangers(app, access, onReceive);
    returnUndelivered(app, (queue) => server?.inspectQueue(queue)?.messages.inflight ?? []);
  };
  subscribe('fastify.initialization', onMade);
  try {
    server = await startFauxqs({ ...options, logger: false, defaultRegion: access.region });
    return server;
  } catch (error) {
    const file = join(options.dataDir ?? '', 'fauxqs.db');
    throw ofDamagedFile(file, error, ', or delete it: jobs that wait are queued anew then');
  } finally {
    unsubscribe('fastify.initialization', onMade);
  }
}

/**
 * @param onReceive told of the queue that messages are about to be taken from; says how many the
 * organization of the next one has in hand
 */
function closeToStrangers(
  app: App,
  access: EngineAccess,
  onReceive: (queue: string) => number,
): void {
  const listen = app.listen.bind(app) as (options: {
    port?: number;
    host: string;
  }) => Promise<string>;
  app.listen = (({ port }: { port?: number }) =>
    listen({ ...(port === undefined ? {} : { port }), host: '127.0.0.1' })) as App['listen'];
  app.server.requestTimeout = MAX_REQUEST_MS;
  app.server.headersTimeout = MAX_REQUEST_MS;
  app.addHook('preParsing', async ({ raw }, reply, payload) => {
    // What we ask of the app ourselves comes over no connection.
    if (!(raw.socket instanceof Socket)) return payload;
    const body = await bodyOf(payload);
    try {
      if (body === undefined) throw new S3Error(413, 'RequestTooLarge', 'The body is too large.');
      await verifySignature(raw, raw.url ?? '/', new URLSearchParams(), {
        ...access,
        service: 'sqs',
        payload: createHash('sha256').update(body).digest('hex'),
        now: () => new Date(),
      });
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      const { status, code, message } = error;
      return reply.code(status).send({ __type: `com.amazonaws.sqs#${code}`, message });
    }
    const receive = receiveIn(raw.headers['x-amz-target'], () => JSON.parse(body.toString()));
    const inHand = receive === undefined ? 0 : onReceive(receive.queue);
    if (inHand > 0 && receive?.attempt === NEWCOMERS) return reply.send({});
    const kept = keepTrace(body);
    raw.headers['content-length'] = String(kept.length);
    return Readable.from([kept]);
  });
}

/** The whole body, or undefined as soon as it passes the limit. */
async function bodyOf(payload: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
