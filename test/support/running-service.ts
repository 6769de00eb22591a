import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import { ROUTES } from '../../functions/api/routes.ts';
import { decodeNow, fetchLinks } from '../../functions/durable/durable-functions.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { WORKERS } from '../../functions/workers/workers.ts';
import { folderOf } from '../../layers/http/route.ts';
import { withDashboard } from '../../local/dashboard/dashboard.ts';
import { makeGateway } from '../../local/gateway/gateway.ts';
import { startEventSource } from '../../local/queues/event-source.ts';
import { startQueues } from '../../local/queues/queues.ts';
import { storageEvents } from '../../local/queues/storage-events.ts';
import { executionsTable, ordinary, startDurable } from './durable/local-backend.ts';
import { startObjectStore } from './object-store.ts';
import { quickDecoder } from './quick-decoder.ts';
import { failSuite } from './runner/fail-suite.ts';
import { type TestTables, testAccess } from './tables.ts';

const BUCKET = 'artifacts';

export interface RunningService {
  readonly baseUrl: string;
  /** Origin of the store, where files are sent to and sheets come from. */
  readonly storeUrl: string;
  readonly defects: unknown[];
  /** Folder that mails are written into. */
  readonly mailDir: string;
  stop(): Promise<void>;
}

/** Of those that this process has started. */
let services = 0;

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * The functions as they are deployed, behind the local gateway, with all engines in this process
 * but DynamoDB.
 * @param decoder variables that name it; none, and it is found as by whoever starts the service
 */
export async function runningService(
  { records, ledger }: TestTables,
  decoder: NodeJS.ProcessEnv = quickDecoder,
): Promise<RunningService> {
  const dir = await mkdtemp(join(tmpdir(), 'service-'));
  const mailDir = join(dir, 'mail');
  await mkdir(mailDir);
  const defects: unknown[] = [];
  const onDefect = (error: unknown) => void defects.push(error);

  const access = testAccess();
  const queues = await startQueues({ port: 0, workers: WORKERS, access });
  const { endpoint, urls } = queues;
  const client = new SQSClient({ endpoint, ...access, useQueueUrlAsEndpoint: false });
  const onObjectCreated = storageEvents({ workers: WORKERS, queues, access, onDefect });
  const store = await startObjectStore({ dir, ...access, onDefect, onObjectCreated });
  store.makeBucket(BUCKET);
  const storeUrl = `http://127.0.0.1:${store.port}`;

  // Handlers alone read the environment, when they are imported: each service has its own of them,
  // and shares all that they are made of with those before it in this process.
  services += 1;
  const own = `service=${services}`;
  const load = async (folder: string) =>
    (await import(`../../functions/${folder}/handler.ts?${own}`)).handler;
  const lambda = await startDurable(await executionsTable(), () => [
    ordinary(decodeNow.name, async (...call) => (await load('durable/decode'))(...call)),
    ordinary(fetchLinks.name, async (...call) => (await load('durable/fetch'))(...call)),
  ]);

  // What the cloud stack sets on the functions; they read it when they are imported.
  Object.assign(process.env, decoder, {
    AWS_ENDPOINT_URL_DYNAMODB: process.env['DYNAMODB_LOCAL_ENDPOINT'],
    AWS_ENDPOINT_URL_SQS: endpoint,
    AWS_ENDPOINT_URL_S3: storeUrl,
    AWS_ENDPOINT_URL_LAMBDA: lambda.server.endpoint,
    RECORDS_TABLE: records,
    LEDGER_TABLE: ledger,
    BUCKET,
    LONG_READ_FUNCTION: 'long-read',
    DECODE_NOW_FUNCTION: decodeNow.name,
    FETCH_FUNCTION: fetchLinks.name,
    TRANSCRIPT_FUNCTION: 'transcript',
    ...urls,
    ALLOW_PRIVATE_SOURCES: '1',
    TICKET_SECRET: 'a secret of the tests, long enough',
    OAUTH_SECRET: 'another secret of the tests, long enough',
    MAIL_DIR: mailDir,
  });
  const calls = makeGateway({
    routes: [...ROUTES, ...PAGES, ...OAUTH],
    load: (endpoint) => load(folderOf(endpoint)),
    onDefect,
  });
  const gateway = createServer(withDashboard([storeUrl], calls));
  const baseUrl = await listen(gateway);
  const sources = WORKERS.map((worker) =>
    startEventSource({
      client,
      queueUrl: urls[worker.queueVariable] ?? '',
      worker,
      load: ({ name }) => load(`workers/${name}`).catch(failSuite),
      concurrency: 2,
      visibilitySeconds: 65,
      onDefect,
    }),
  );
  return {
    baseUrl,
    storeUrl,
    defects,
    mailDir,
    async stop() {
      await Promise.all(sources.map((source) => source.stop(5000)));
      gateway.closeAllConnections();
      gateway.close();
      await lambda.close();
      await store.close();
      client.destroy();
      await queues.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
