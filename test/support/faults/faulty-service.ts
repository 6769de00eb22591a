import { type ChildProcess, execFile, fork, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import {
  decode,
  decodeNow,
  fetchLinks,
  longRead,
  transcript,
} from '../../../functions/durable/durable-functions.ts';
import { WORKERS } from '../../../functions/workers/workers.ts';
import { startRelay } from '../../../local/http/relay.ts';
import { startQueues } from '../../../local/queues/queues.ts';
import { storageEvents } from '../../../local/queues/storage-events.ts';
import { handEnvironment, initialEnvironment } from '../../../local/service/handed-environment.ts';
import { endpointOf } from '../../../local/service/told-endpoint.ts';
import { decoderVariables } from '../decoder-variables.ts';
import { executionsTable } from '../durable/local-backend.ts';
import { startObjectStore } from '../object-store.ts';
import { testService } from '../service.ts';
import { type TestTables, testAccess } from '../tables.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Outside, startOutside } from './outside.ts';
import { refuseAsQueue, refuseAsSite, refuseAsStore, refuseAsTables } from './refusals.ts';

const BUCKET = 'artifacts';
const CREDITS = 100_000;

/** Who calls whom: the connections that can be broken. */
export type LineName =
  | `${'gateway' | 'worker'} to ${'tables' | 'queue' | 'store'}`
  | `worker to ${'site' | 'recogniser' | 'receiver'}`;

export interface Caller {
  readonly orgId: string;
  readonly apiKey: string;
  /** Where webhooks go. */
  readonly webhookUrl: string;
  readonly webhookPath: string;
}

/**
 * The service in processes of its own; all that they call stands behind a proxy that can break the
 * connection.
 */
export interface FaultyService {
  readonly tables: TestTables;
  readonly baseUrl: string;
  readonly lines: Readonly<Record<LineName, FaultProxy>>;
  readonly outside: Outside;
  /** Of the process whose children the decoders are. */
  readonly workerPid: number;
  caller(): Promise<Caller>;
  /** An address on the site; the same file under a path that no caller had before. */
  fileAt(name: string): string;
  /** The bytes of an object, past the proxies; undefined when it is gone. */
  stored(key: string): Promise<Uint8Array | undefined>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** A certificate for this machine, for as long as a run lasts. */
async function certificate(folder: string) {
  const of = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  await run('openssl', ['req', '-x509', ...curve, '-days', '2', ...of, ...files]);
  const [key, cert] = await Promise.all(
    ['key.pem', 'cert.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  return { key: key ?? '', cert: cert ?? '' };
}

/** @param media folder of the files that the site shows */
export async function faultyService(tables: TestTables, media: string): Promise<FaultyService> {
  const folder = await mkdtemp(join(tmpdir(), 'faulty-'));
  const tls = await certificate(folder);
  const access = testAccess();
  const queues = await startQueues({ port: 0, workers: WORKERS, access });
  const onDefect = (error: unknown) => console.error('of the harness:', error);
  const store = await startObjectStore({
    dir: join(folder, 'objects'),
    ...access,
    onDefect: () => undefined,
    onObjectCreated: storageEvents({ workers: WORKERS, queues, access, onDefect }),
  });
  store.makeBucket(BUCKET);
  const objects = new S3Client({
    ...access,
    endpoint: `http://127.0.0.1:${store.port}`,
    forcePathStyle: true,
  });
  const outside = await startOutside(media);

  const tablesPort = Number(new URL(process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '').port);
  const polls = {
    are: ({ operation }: { operation: string }) => operation === 'ReceiveMessage',
    brings: /"Messages"/,
  };
  const far = {
    tables: { target: tablesPort, refuse: refuseAsTables },
    queue: { target: Number(new URL(queues.endpoint).port), refuse: refuseAsQueue, polls },
    store: { target: store.port, refuse: refuseAsStore },
    site: { target: outside.ports.site, refuse: refuseAsSite, tls },
    recogniser: { target: outside.ports.recogniser, refuse: refuseAsSite, tls },
    receiver: { target: outside.ports.receiver, refuse: refuseAsSite, tls },
  };
  const lines = {
    'gateway to tables': await startFaultProxy(far.tables),
    'gateway to queue': await startFaultProxy(far.queue),
    'gateway to store': await startFaultProxy(far.store),
    'worker to tables': await startFaultProxy(far.tables),
    'worker to queue': await startFaultProxy(far.queue),
    'worker to store': await startFaultProxy(far.store),
    'worker to site': await startFaultProxy(far.site),
    'worker to recogniser': await startFaultProxy(far.recogniser),
    'worker to receiver': await startFaultProxy(far.receiver),
  };
  const outsideAt = (name: 'site' | 'recogniser' | 'receiver') =>
    `https://localhost:${lines[`worker to ${name}`].port}`;

  const executions = await executionsTable();
  const started = Promise.withResolvers<ChildProcess>();
  const listening = started.promise.then(endpointOf);
  const lambda = await startRelay(() => listening);
  const { PATH, HOME, NODE_COMPILE_CACHE, LOG_LEVEL } = process.env;
  const environment = (who: 'gateway' | 'worker') => ({
    PATH,
    HOME,
    NODE_COMPILE_CACHE,
    ...decoderVariables(),
    AWS_REGION: access.region,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_ACCESS_KEY_ID: access.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: access.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${lines[`${who} to tables`].port}`,
    AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${lines[`${who} to queue`].port}`,
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${lines[`${who} to store`].port}`,
    RECORDS_TABLE: tables.records,
    LEDGER_TABLE: tables.ledger,
    BUCKET,
    ...queues.urls,
    ALLOW_PRIVATE_SOURCES: '1',
    NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
    AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
    EXECUTIONS_TABLE: executions,
    LONG_READ_FUNCTION: longRead.name,
    TRANSCRIPT_FUNCTION: transcript.name,
    DECODE_FUNCTION: decode.name,
    DECODE_SOUND_FUNCTION: decode.name,
    DECODE_NOW_FUNCTION: decodeNow.name,
    FETCH_FUNCTION: fetchLinks.name,
    TRANSCRIBER_URL: outsideAt('recogniser'),
    TICKET_SECRET: 'a secret of the tests, long enough',
    POWERTOOLS_LOG_LEVEL: LOG_LEVEL ?? 'SILENT',
  });
  const stdio: StdioOptions =
    LOG_LEVEL === undefined ? ['ignore', 'ignore', 'ignore', 'ipc'] : [0, 1, 2, 'ipc'];
  const gateway = fork(join(import.meta.dirname, 'gateway-process.ts'), {
    env: environment('gateway'),
    stdio,
  });
  const [baseUrl] = (await once(gateway, 'message')) as [string];
  // The leader of a group, with which its decoders are ended.
  const worker = fork(join(import.meta.dirname, '../../../local/workers/worker-process.ts'), {
    env: initialEnvironment(environment('worker')),
    stdio,
    detached: true,
  });
  started.resolve(worker);
  handEnvironment(worker, environment('worker'));
  const { administer } = testService(tables);
  let files = 0;
  return {
    tables,
    baseUrl,
    lines,
    outside,
    workerPid: worker.pid ?? 0,
    async caller() {
      const { org_id, api_key } = await administer.createOrg('enterprise', CREDITS as never);
      const webhookPath = `/${org_id}`;
      outside.secrets.set(webhookPath, await administer.webhookSecret(org_id));
      const webhookUrl = `${outsideAt('receiver')}${webhookPath}`;
      return { orgId: org_id, apiKey: api_key, webhookPath, webhookUrl };
    },
    fileAt(name) {
      files += 1;
      return `${outsideAt('site')}/${files}/${name}`;
    },
    async stored(key) {
      try {
        const { Body } = await objects.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async stop() {
      const ended = Promise.all([once(gateway, 'exit'), once(worker, 'exit')]);
      gateway.kill('SIGKILL');
      process.kill(-(worker.pid ?? 0), 'SIGKILL');
      await ended;
      await Promise.all(Object.values(lines).map((line) => line.close()));
      lambda.close();
      await Promise.all([outside.close(), store.close(), queues.stop()]);
      objects.destroy();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
