import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { startFauxqs } from 'fauxqs';
import { ROUTES } from '../../functions/api/routes.ts';
import { WORKERS } from '../../functions/workers/workers.ts';
import { startEventSource } from '../../local/event-source.ts';
import { makeGateway } from '../../local/gateway/gateway.ts';
import { startObjectStore } from '../../local/object-store/server.ts';
import { storageEvents } from '../../local/storage-events.ts';
import type { TestTables } from './tables.ts';

const BUCKET = 'artifacts';
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export interface RunningService {
  readonly baseUrl: string;
  readonly defects: unknown[];
  stop(): Promise<void>;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The functions as they are deployed, behind the local gateway, with all engines in this process but DynamoDB. */
export async function runningService({ records, ledger }: TestTables): Promise<RunningService> {
  const dir = await mkdtemp(join(tmpdir(), 'service-'));
  const defects: unknown[] = [];
  const onDefect = (error: unknown) => void defects.push(error);

  const sqs = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' });
  const sqsEndpoint = `http://127.0.0.1:${sqs.port}`;
  const queues = new SQSClient({
    endpoint: sqsEndpoint,
    region: 'us-east-1',
    credentials: CREDENTIALS,
    useQueueUrlAsEndpoint: false,
  });
  const urls: Record<string, string> = {};
  for (const { name, queueVariable } of WORKERS) {
    const { QueueUrl } = await queues.send(new CreateQueueCommand({ QueueName: name }));
    urls[queueVariable] = QueueUrl ?? '';
  }
  const store = await startObjectStore({
    dir,
    credentials: CREDENTIALS,
    onDefect,
    onObjectCreated: storageEvents({
      workers: WORKERS,
      queues: { endpoint: sqsEndpoint, urls },
      onDefect,
    }),
  });
  store.makeBucket(BUCKET);

  // What the cloud stack sets on the functions; they read it when they are imported.
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: process.env['DYNAMODB_LOCAL_ENDPOINT'],
    AWS_ENDPOINT_URL_SQS: sqsEndpoint,
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${store.port}`,
    RECORDS_TABLE: records,
    LEDGER_TABLE: ledger,
    BUCKET,
    ...urls,
    ALLOW_PRIVATE_SOURCES: '1',
    TICKET_SECRET: 'a secret of the tests, long enough',
  });
  const load = async (folder: string) =>
    (await import(`../../functions/${folder}/handler.ts`)).handler;
  const gateway = createServer(
    makeGateway({ routes: ROUTES, load: ({ name }) => load(`api/${name}`), onDefect }),
  );
  const sources = WORKERS.map((worker) =>
    startEventSource({
      client: queues,
      queueUrl: urls[worker.queueVariable] ?? '',
      worker,
      load: ({ name }) => load(`workers/${name}`),
      concurrency: 2,
      visibilitySeconds: 65,
      onDefect,
    }),
  );
  return {
    baseUrl: await listen(gateway),
    defects,
    async stop() {
      await Promise.all(sources.map((source) => source.stop(5000)));
      gateway.closeAllConnections();
      gateway.close();
      await store.close();
      queues.destroy();
      await sqs.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
