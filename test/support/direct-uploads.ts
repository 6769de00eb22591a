import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { dynamoUsedTickets } from '../../layers/adapters/dynamo/uploads/used-tickets.ts';
import { publicOnly } from '../../layers/adapters/egress/egress.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import { newId } from '../../layers/adapters/system/clock.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import type { DirectStore } from '../../layers/app/ports/uploads/direct-store.ts';
import { makeCompleteUpload } from '../../layers/app/uploads/complete-upload.ts';
import { makeDirectUpload } from '../../layers/app/uploads/direct-upload.ts';
import { makeFreshAddresses } from '../../layers/app/uploads/fresh-addresses.ts';
import { makeSweepUploads } from '../../layers/app/uploads/sweep-uploads.ts';
import { makeTakeInObject } from '../../layers/app/uploads/take-in-object.ts';
import { makeUseTicket } from '../../layers/app/uploads/tickets.ts';
import type { Principal } from '../../layers/domain/accounts/credential.ts';
import type {
  CompleteRequest,
  FreshAddressesRequest,
  PutTarget,
} from '../../layers/domain/uploads/upload.ts';
import { startObjectStore } from './object-store.ts';
import { testService } from './service.ts';
import { testAccess, testTables } from './tables.ts';
import { weakLine } from './weak-line.ts';

export const BASE = 'https://api.example';

/** Bytes of a part here: the least that storage joins. */
export const PART = 5 * 1024 ** 2;
/** Bytes of a file that is sent in six parts. */
export const LARGE = 5 * PART + 1;

/**
 * Uploads straight into storage, on real tables and an object store over HTTP; the engine takes no
 * time.
 */
export async function directUploads() {
  const dir = await mkdtemp(join(tmpdir(), 'direct-'));
  /** Keys of the objects whose event has not been handed over. */
  const events: string[] = [];
  const store = await startObjectStore({
    dir,
    ...testAccess(),
    onObjectCreated({ detail }) {
      // As the rule of the worker's queue.
      if (detail.object.key.includes('/upl_')) events.push(detail.object.key);
    },
  });
  store.makeBucket('artifacts');
  const line = await weakLine(store.port);
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${line.port}`,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  /** Seconds for which the session works that signs addresses. */
  const session = { seconds: Number.POSITIVE_INFINITY };
  const direct: DirectStore = {
    ...s3DirectStore(client, 'artifacts'),
    addressSeconds: async (asked) => Math.min(asked, session.seconds),
  };
  const tables = await testTables();
  const service = testService(tables);
  const caller = await service.caller('pro');
  const now = () => service.clock.now;
  /** Keys that the worker was asked to read. */
  const asked: string[] = [];
  const ports = () => ({
    videos: service.videos,
    uploads: service.uploads,
    artifacts: s3Artifacts(client, 'artifacts'),
    direct,
    decoder: service.decoder,
    newDigest: newSourceDigest,
    newReader: randomUUID,
    now,
    wait: async () => void (await turn()),
  });
  const begin = (
    body: object,
    principal: Principal = caller,
    base = BASE,
    ticket?: Parameters<ReturnType<typeof makeDirectUpload>>[3],
  ) =>
    makeDirectUpload({
      ...ports(),
      webhookRefusal: publicOnly().refusalOf,
      useTicket: makeUseTicket({ usedTickets: dynamoUsedTickets(tables.db, tables.records) }),
      newId,
      inParts: { aboveBytes: LARGE - 1, partBytes: () => PART },
    })(principal, body, base, ticket);
  const put = ({ put: { url, headers } }: Pick<PutTarget, 'put'>, body: string | Buffer) =>
    fetch(url, { method: 'PUT', headers, body: new Uint8Array(Buffer.from(body)) });

  return {
    line,
    session,
    tables,
    service,
    caller,
    client,
    asked,
    events,
    ports,
    begin,
    put,
    complete: (
      id: string,
      {
        nonce,
        parts,
        orgId = caller.orgId,
      }: { nonce?: string; parts?: CompleteRequest['parts']; orgId?: string } = {},
      overrides: object = {},
    ) =>
      makeCompleteUpload({
        ...ports(),
        videos: { ...service.videos, findByUpload: service.accepting.videos.findByUpload },
        queue: { send: async (key) => void asked.push(key) },
        waitSeconds: 60,
        ...overrides,
      })({ orgId, uploadId: id, nonce }, parts ? { parts } : {}, new AbortController().signal),
    /** Fresh addresses for an upload that was begun. */
    fresh: (
      id: string,
      body: FreshAddressesRequest = {},
      { nonce, orgId = caller.orgId }: { nonce?: string; orgId?: string } = {},
    ) => makeFreshAddresses(ports())(orgId, id, body, nonce),
    /** What the worker does about an object that has arrived. */
    takeIn: (key: string, overrides: object = {}) =>
      makeTakeInObject({ ...ports(), ...overrides })(key, new AbortController().signal),
    sweep: () => makeSweepUploads(ports())(),
    /** Sends a file in one request. */
    single: async (content: string, more: object = {}) => {
      const target = (await begin({ bytes: content.length, ...more })) as PutTarget;
      const { status } = await put(target, content);
      if (status !== 200) throw new Error(`the storage answered ${status}`);
      return target;
    },
    /** Turns one bit of each object on the disk around; doing it again turns it back. */
    flipBits: async () => {
      const blobs = await readdir(join(dir, 'blobs'), { recursive: true, withFileTypes: true });
      for (const blob of blobs.filter((entry) => entry.isFile())) {
        const path = join(blob.parentPath, blob.name);
        const bytes = await readFile(path);
        bytes[0] = (bytes[0] ?? 0) ^ 1;
        await writeFile(path, bytes);
      }
    },
    stop: async () => {
      client.destroy();
      await line.close();
      await store.close();
      await rm(dir, { recursive: true });
    },
  };
}
