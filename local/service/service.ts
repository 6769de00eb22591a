import { join } from 'node:path';
import { ROUTES } from '../../functions/api/routes.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { WORKERS } from '../../functions/workers/workers.ts';
import { TABLES } from '../../layers/adapters/dynamo/tables.ts';
import { BUCKET_EXPIRY, TRANSFER_DAYS } from '../../layers/adapters/s3/bucket-lifecycle.ts';
import { type Endpoint, folderOf } from '../../layers/http/route.ts';
import { withDashboard } from '../dashboard/dashboard.ts';
import { lockDataDir } from '../data-dir/data-dir-lock.ts';
import { keepPrivate } from '../data-dir/keep-private.ts';
import { keptSecret } from '../data-dir/kept-secret.ts';
import { makeDataDir } from '../data-dir/make-data-dir.ts';
import { requireAccess } from '../data-dir/require-access.ts';
import { keptDownloader } from '../downloader/kept-downloader.ts';
import { EXECUTIONS_TABLE } from '../durable/execution-store.ts';
import { keepDynamo } from '../dynamodb/keep-dynamo.ts';
import { makeTables } from '../dynamodb/make-tables.ts';
import { runningDynamo, startDynamo } from '../dynamodb/start-dynamo.ts';
import { type EngineAccess, keptAccess } from '../engine-access.ts';
import { callsInHand } from '../gateway/calls-in-hand.ts';
import { type ApiHandler, makeGateway } from '../gateway/gateway.ts';
import { openFront } from '../http/front.ts';
import type { Listener } from '../http/http-server.ts';
import { rememberedPorts } from '../http/ports.ts';
import { startRelay } from '../http/relay.ts';
import { type ObjectStore, openObjectStore } from '../object-store/server.ts';
import { startQueues } from '../queues/queues.ts';
import { storageEvents } from '../queues/storage-events.ts';
import { importKept } from './compiled-code.ts';
import {
  BUCKET,
  EXECUTIONS,
  enterEnvironment,
  localEnvironment,
  regionOf,
  TABLE_NAMES,
} from './environment.ts';
import { requireFiles } from './require-files.ts';
import { type Supervised, supervise } from './supervise.ts';
import { requireSettings } from './user-settings.ts';

export interface ServiceOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly dataDir: string;
  /** The address under which callers know the service, where it is not the one it listens on. */
  readonly publicUrl?: string | undefined;
  /**
   * A DynamoDB Local that runs already and takes the key pair of the data folder, instead of one of
   * the service's own.
   */
  readonly dynamodb?: string | undefined;
}

export interface LocalService {
  /** The address under which callers know the service. */
  readonly baseUrl: string;
  /** The address under which it is found on this machine. */
  readonly boundUrl: string;
  readonly dynamodb: string;
  /** What the engines answer to. */
  readonly access: EngineAccess;
  /** Lets callers in. */
  open(): void;
  /** Ends the workers; what is queued stays so. */
  stopWorkers(): Promise<void>;
  /** Settles when a part without which nothing works has ended by itself. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
}

/** Calls that wait look every 1.5 s whether they are to end, and then have an answer to send. */
const GRACE_MS = 4000;
const WORKER_GRACE_MS = 5000;
const EXPIRY_MS = 3_600_000;

/**
 * Starts everything on this machine: database, queues, object store, gateway and workers. This
 * process takes on the environment of the functions.
 * @throws Error in words for a person; nothing is left running then
 */
export async function startService(options: ServiceOptions): Promise<LocalService> {
  const { dataDir } = options;
  const region = regionOf(process.env);
  await requireSettings(process.env);
  requireFiles();
  const cleanups: (() => unknown)[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    await makeDataDir(dataDir);
    await keepPrivate(dataDir);
    await requireAccess(dataDir);
    const mailDir = join(dataDir, 'mail');
    await makeDataDir(mailDir);
    const front = await openFront(options);
    const { publicUrl = front.baseUrl } = options;
    cleanups.push(() => front.close(0));
    cleanups.push(await lockDataDir(dataDir, front.baseUrl));
    const access = await keptAccess(join(dataDir, 'engine-keys.json'), region);
    const ports = await rememberedPorts(dataDir, ['dynamodb', 'sqs']);
    const queues = await startQueues({
      dataDir: join(dataDir, 'sqs'),
      port: ports.sqs,
      workers: WORKERS,
      access,
    });
    cleanups.push(() => queues.stop());
    const dynamo = options.dynamodb
      ? await runningDynamo(options.dynamodb)
      : await keepDynamo(
          () => startDynamo(join(dataDir, 'dynamodb'), ports.dynamodb, access),
          (why) => console.error(`DynamoDB Local ended (${why}); another one starts.`),
        );
    cleanups.push(() => dynamo.stop());
    const objects = await openObjectStore({
      dir: join(dataDir, 'objects'),
      ...access,
      onDefect: (error) => console.error('object store:', error),
      onObjectCreated: storageEvents({
        workers: WORKERS,
        queues,
        access,
        onDefect: (error) => console.error('storage event:', error),
      }),
    });
    cleanups.push(() => objects.close());
    objects.makeBucket(BUCKET);
    const expiry = expireEvery(objects, EXPIRY_MS);
    cleanups.push(() => clearInterval(expiry));
    const workers = Promise.withResolvers<Supervised>();
    const lambda = await startRelay(async () => (await workers.promise).endpoint());
    cleanups.push(() => lambda.close());
    const environment = localEnvironment(process.env, {
      access,
      dynamodb: dynamo.endpoint,
      sqs: queues.endpoint,
      // Links into the store are for callers too: one port serves both.
      s3: front.baseUrl,
      lambda: lambda.endpoint,
      publicUrl,
      queueUrls: queues.urls,
      mailDir,
      downloader: await keptDownloader(dataDir),
      ticketSecret: await keptSecret(join(dataDir, 'ticket-secret.json')),
      oauthSecret: await keptSecret(join(dataDir, 'oauth-secret.json')),
    });
    enterEnvironment(environment);
    await makeTables(join(dataDir, 'dynamodb'), [
      ...TABLES.map((shape) => [TABLE_NAMES[shape.variable], shape] as const),
      [EXECUTIONS, EXECUTIONS_TABLE],
    ]);
    const supervised = supervise(
      join(import.meta.dirname, '../workers/worker-process.ts'),
      environment,
      (why) => console.error(`The worker process ended (${why}); another one starts.`),
    );
    workers.resolve(supervised);
    const calls = callsInHand();
    const gateway = makeGateway({
      routes: [...ROUTES, ...PAGES, ...OAUTH],
      load: loadHandler,
      publicUrl,
      onCall: calls.add,
      onDefect: (error, { name }) => console.error(`${name}:`, error),
    });
    // Calls and workers first: by the front they reach the store, also to leave what they have in hand.
    cleanups.push(async () => {
      const since = performance.now();
      await calls.end(GRACE_MS);
      await front.close(Math.max(0, GRACE_MS - (performance.now() - since)));
    });
    cleanups.push(() => supervised.stop(WORKER_GRACE_MS));
    return {
      baseUrl: publicUrl,
      boundUrl: front.baseUrl,
      dynamodb: dynamo.endpoint,
      access,
      open: () =>
        front.open(
          beside(objects.handle, withDashboard([...new Set([front.baseUrl, publicUrl])], gateway)),
        ),
      stopWorkers: () => supervised.stop(WORKER_GRACE_MS),
      broken: dynamo.died.then((why) => `DynamoDB Local ended (${why}).`),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Has the bucket delete what is over, now and then again. */
function expireEvery(objects: ObjectStore, ms: number): NodeJS.Timeout {
  const expire = () =>
    objects
      .expire(BUCKET, BUCKET_EXPIRY, TRANSFER_DAYS)
      .catch((error: unknown) => console.error('object store:', error));
  void expire();
  return setInterval(expire, ms);
}

async function loadHandler(endpoint: Endpoint): Promise<ApiHandler> {
  const { handler } = await importKept<{ handler: ApiHandler }>(
    new URL(`../../functions/${folderOf(endpoint)}/handler.ts`, import.meta.url),
  );
  return handler;
}

/** The bucket is a path of its own beside those of the interface. */
const beside =
  (store: Listener, gateway: Listener): Listener =>
  (request, response) => {
    const toStore = /^\/video-reader(?:[/?]|$)/.test(request.url ?? '');
    (toStore ? store : gateway)(request, response);
  };
