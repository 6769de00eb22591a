import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { binariesVariables } from '../../functions/compose/binaries.ts';
import { fetchLinks } from '../../functions/durable/durable-functions.ts';
import { lambdaCall } from '../../layers/adapters/lambda/call.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import { keptTables } from '../../layers/adapters/s3/stored/kept-table.ts';
import { systemClock, wait } from '../../layers/adapters/system/clock.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import { followingElsewhere } from '../../layers/app/links/follow-elsewhere.ts';
import type { LinkAccess } from '../../layers/app/ports/links/fetch-orders.ts';
import type { FetchProgress, FoundMedia } from '../../layers/app/ports/links/links.ts';
import { parseBlockTable } from '../../layers/domain/sources/block-table.ts';
import { calledFunction } from '../../local/durable/called-function.ts';
import { executionsTable, startDurable } from './durable/local-backend.ts';
import { fileAt } from './links.ts';
import { startObjectStore } from './object-store.ts';
import { testAccess } from './tables.ts';

const BUCKET = 'artifacts';
const MB = 1024 ** 2;
/** Of the first part of what is stored, where nothing else is said: the store joins parts of 5 MB. */
export const PART = 6 * MB;
/** Prefixes of a fetch that no job asked for. */
const FOLDER = 'orgs/o/videos/v/source/r/';
const PASSING = 'orgs/o/videos/v/source/fetching/';
const never = new AbortController().signal;

/** Where links are followed, as any process may be told. */
export interface LinksPlace {
  /** Of the function that follows them. */
  readonly lambda: string;
  /** Of the store that media goes into. */
  readonly store: string;
  /** Of the first part of it. */
  readonly firstPartBytes?: number;
}

/** Follows links by the function, with the rights of the test. */
export function linksAt({ lambda, store }: LinksPlace) {
  const access = testAccess();
  const client = new LambdaClient({ ...access, endpoint: lambda });
  const objects = objectClient({ endpoint: store, credentials: access.credentials });
  const artifacts = s3Artifacts(objects, BUCKET);
  return {
    objects,
    artifacts,
    direct: s3DirectStore(objects, BUCKET),
    call: lambdaCall(client, fetchLinks.name),
    close() {
      client.destroy();
      objects.destroy();
    },
  };
}

/**
 * Links that are followed in processes of their own, which have no rights, and a store of their own
 * that media goes into.
 * @param environment of these processes, made with a folder for their temporary files
 */
export async function linksElsewhere(
  environment: (folder: string) => Promise<NodeJS.ProcessEnv> = async () => ({}),
) {
  const folder = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  const access = testAccess();
  const server = await startObjectStore({ dir: join(folder, 'objects'), ...access });
  server.makeBucket(BUCKET);
  const own = {
    ALLOW_PRIVATE_SOURCES: '1',
    TMPDIR: folder,
    ...(await binariesVariables(process.env)),
    ...(await environment(folder)),
  };
  const handler = new URL('../../functions/durable/fetch/handler.ts', import.meta.url);
  const processes = calledFunction(fetchLinks, handler, { environment: async () => own });
  const backend = await startDurable(await executionsTable(), () => [processes]);
  const place = { lambda: backend.server.endpoint, store: `http://127.0.0.1:${server.port}` };
  const ports = linksAt(place);
  const { artifacts, objects } = ports;

  const links = (access: LinkAccess = {}, { roundSeconds = 600, firstPartBytes = PART } = {}) =>
    followingElsewhere({
      ...ports,
      access,
      crc32,
      wait,
      now: systemClock,
      roundSeconds,
      firstPartBytes,
    });

  const transfer = (
    found: string | FoundMedia,
    {
      maxBytes = 1000 * MB,
      signal = never,
      told = [],
      run = FOLDER,
      ...sizes
    }: {
      readonly maxBytes?: number;
      readonly signal?: AbortSignal;
      readonly told?: FetchProgress[];
      /** Where the job of the run puts what it fetches. */
      readonly run?: string;
      readonly roundSeconds?: number;
      readonly firstPartBytes?: number;
    } = {},
  ) =>
    links({}, sizes).transfer(
      typeof found === 'string' ? fileAt(found) : found,
      { folder: run, passing: PASSING, maxBytes },
      (progress) => told.push(progress),
      signal,
    );

  return {
    folder,
    place,
    artifacts,
    links,
    transfer,
    /** One that has to be over in its round. */
    async whole(...asked: Parameters<typeof transfer>) {
      const fetched = await transfer(...asked);
      if (!fetched) throw new Error('the round was over');
      return fetched;
    },
    /** One in as many rounds as it takes. */
    async inRounds(found: string | FoundMedia, roundSeconds: number, told: FetchProgress[] = []) {
      for (let round = 1; ; round += 1) {
        const run = `orgs/o/videos/v/source/r${round}/`;
        const fetched = await transfer(found, { roundSeconds, run, told });
        if (fetched) return { ...fetched, rounds: round };
      }
    },
    async stored(key: string): Promise<Buffer> {
      const chunks: Uint8Array[] = [];
      for await (const chunk of (await artifacts.read(key)) ?? []) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    /** The digests that are kept of what was stored, and those of its bytes. */
    async digests({ key, bytes }: { readonly key: string; readonly bytes: number }) {
      const media = { source_key: key, size_bytes: bytes, sha256: null };
      const mend = keptTables({ client: objects, bucket: BUCKET, newDigest: newSourceDigest });
      const { sha256, crcs } = await mend(media, never);
      const digest = newSourceDigest();
      digest.update(await this.stored(key));
      const known = parseBlockTable(digest.table(), bytes, crc32);
      return { kept: { sha256, crcs }, own: { sha256: digest.hex(), crcs: known?.crcs } };
    },
    /** Transfers in parts that nobody ended. */
    async transfers() {
      const { Uploads } = await objects.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
      return Uploads ?? [];
    },
    /** Whether a part was told of that another round would go on from. */
    async keepsParts(passing = PASSING): Promise<boolean> {
      const [key = ''] = await artifacts.list(`${passing}state-`);
      const state = (await artifacts.get(key)) ?? new Uint8Array();
      return new TextDecoder().decode(state).includes('parts');
    },
    /** Kills the processes of the function that this one has now, as a full memory does. */
    async killFunction() {
      for (const pid of await functionProcesses()) process.kill(pid, 'SIGKILL');
    },
    async close() {
      ports.close();
      await backend.close();
      processes.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type LinksElsewhere = Awaited<ReturnType<typeof linksElsewhere>>;

export const streamAt = (address: string): FoundMedia => ({
  ...fileAt(address),
  place: { kind: 'stream', address },
});

/** Processes that this one has for the function. */
async function functionProcesses(): Promise<number[]> {
  const tasks = await readdir('/proc/self/task');
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const pids = lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
  const isOurs = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('fetch/'),
    ),
  );
  return pids.filter((_, n) => isOurs[n]);
}
