import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { EngineAccess } from '../engine-access.ts';
import type { BodyPatience } from '../http/body-bytes.ts';
import { drainAfterAnswer } from '../service/linger.ts';
import { ChangedBlob, FullDisk, openBlobs } from './blobs.ts';
import * as buckets from './bucket-actions.ts';
import type { Call, ObjectCreatedEvent, Store } from './call.ts';
import * as copies from './copy-actions.ts';
import { exposeToPages, preflight } from './cors.ts';
import { type ExpiryRule, expireObjects, expireTransfers } from './lifecycle.ts';
import * as multipart from './multipart-actions.ts';
import * as objects from './object-actions.ts';
import { openObjectIndex } from './object-index.ts';
import { diskFull, notImplemented, S3Error } from './s3-error.ts';
import { verifySignature } from './signature.ts';
import { element, errorDocument } from './xml.ts';

export interface ObjectStoreOptions extends EngineAccess {
  /** Folder that holds everything; made when it is missing. */
  readonly dir: string;
  readonly now?: () => Date;
  /** Bytes of the disk that objects leave to whatever else is written there. */
  readonly reservedBytes?: number;
  readonly onObjectCreated?: (event: ObjectCreatedEvent) => void;
  /** How long the sender of a body is waited for. */
  readonly patience?: BodyPatience;
  /** Told of defects, which callers see as a bare 500 InternalError. */
  readonly onDefect?: (error: unknown) => void;
}

export interface ObjectStore {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly makeBucket: (name: string) => void;
  /**
   * Deletes the objects and ends the transfers in parts whose days are over, as the lifecycle rules
   * of a bucket do.
   */
  readonly expire: (
    bucket: string,
    rules: readonly ExpiryRule[],
    transferDays: number,
  ) => Promise<void>;
  readonly close: () => void;
}

/**
 * For the databases in the same data folder. On a full disk DynamoDB Local has said of a transaction
 * that it was written, and then it was not there.
 */
const RESERVED_BYTES = 32 * 1024 * 1024;

/**
 * A stand-in for Amazon S3, for one machine only: one key pair, one process, no replicas, no
 * versions, no access rules beyond the signature. Path-style addresses. Bodies stream to and from
 * disk.
 * @throws Error in words for a person when the index is damaged, or gone while there are bytes
 */
export async function openObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { dir, region, now = () => new Date(), credentials } = options;
  const blobs = await openBlobs(join(dir, 'blobs'), options.reservedBytes ?? RESERVED_BYTES);
  const file = join(dir, 'index.db');
  const index = openObjectIndex(file);
  if (index.bucketNames().length === 0 && !(await blobs.isEmpty())) {
    index.close();
    // A new one would have all of them swept.
    throw new Error(
      `The file ${file}, which tells what lies in ${join(dir, 'blobs')}, is empty or gone. Put it back from a copy of the data folder; or delete ${dir} with all videos that it holds.`,
    );
  }
  const used = index.blobIds();
  await blobs.sweep((id) => used.has(id));
  const { onObjectCreated = () => undefined, onDefect = () => undefined, patience = {} } = options;
  const store: Store = { index, blobs, region, now, onObjectCreated, patience };

  const serve = async (request: IncomingMessage, response: ServerResponse, requestId: string) => {
    const [rawPath = '', search = ''] = splitTarget(request.url ?? '/');
    const query = new URLSearchParams(search);
    const path = decodePath(rawPath);
    const [, bucket = '', key = ''] = /^\/([^/]*)\/?([\s\S]*)$/.exec(path) ?? [];
    if (request.method === 'OPTIONS') return preflight(request, response, { key, query });
    exposeToPages(request, response, { key, query });
    const payload = await verifySignature(request, path, query, {
      credentials,
      region,
      now,
    });
    if (request.headers.expect !== undefined) response.writeContinue();
    const call: Call = {
      store,
      request,
      response,
      bucket,
      key,
      query,
      payload,
      requestId,
    };
    const action = actionFor(call);
    if (bucket !== '' && action !== buckets.createBucket && !index.hasBucket(bucket))
      throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', {
        BucketName: bucket,
      });
    await action(call);
  };

  return {
    handle: (request, response) => {
      const requestId = randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
      response.setHeader('x-amz-request-id', requestId);
      response.setHeader('x-amz-id-2', requestId);
      response.on('error', () => undefined);
      serve(request, response, requestId)
        .catch((error: unknown) => {
          const left = request.destroyed || response.destroyed;
          const isOfDisk = error instanceof ChangedBlob || error instanceof FullDisk;
          if (isOfDisk || !(error instanceof S3Error || left)) onDefect(error);
          answerError(request, response, requestId, error);
        })
        .finally(() => drainAfterAnswer(request, response));
    },
    makeBucket: (name) => void index.makeBucket(name, now().getTime()),
    async expire(bucket, rules, transferDays) {
      await expireObjects(store, bucket, rules);
      await expireTransfers(store, bucket, transferDays);
    },
    close: () => index.close(),
  };
}

type Action = (call: Call) => Promise<void>;

const SUBRESOURCES = [
  'acl',
  'attributes',
  'cors',
  'encryption',
  'legal-hold',
  'lifecycle',
  'notification',
  'object-lock',
  'ownershipControls',
  'policy',
  'publicAccessBlock',
  'replication',
  'restore',
  'retention',
  'select',
  'tagging',
  'torrent',
  'versionId',
  'versioning',
  'versions',
  'website',
];

function actionFor(call: Call): Action {
  const { query, request, bucket, key } = call;
  const asked = SUBRESOURCES.find((name) => query.has(name));
  if (asked) throw notImplemented(asked);
  const verb = request.method ?? '';
  const action = key === '' ? bucketAction(verb, bucket, query) : objectAction(verb, call);
  if (action) return action;
  throw new S3Error(
    405,
    'MethodNotAllowed',
    'The specified method is not allowed against this resource.',
    { Method: verb, ResourceType: key === '' ? 'BUCKET' : 'OBJECT' },
  );
}

function bucketAction(verb: string, bucket: string, query: URLSearchParams): Action | undefined {
  if (bucket === '') return verb === 'GET' ? buckets.listBuckets : undefined;
  if (verb === 'PUT') return buckets.createBucket;
  if (verb === 'HEAD') return buckets.headBucket;
  if (verb === 'DELETE') return buckets.deleteBucket;
  if (verb === 'POST') return query.has('delete') ? buckets.deleteObjects : undefined;
  if (verb !== 'GET') return undefined;
  if (query.has('uploads')) return multipart.listMultipartUploads;
  if (query.has('location')) return buckets.getBucketLocation;
  if (query.get('list-type') === '2') return buckets.listObjects;
  throw notImplemented('ListObjects version 1');
}

function objectAction(verb: string, { query, request }: Call): Action | undefined {
  const inUpload = query.has('uploadId');
  const isCopy = request.headers['x-amz-copy-source'] !== undefined;
  if (verb === 'GET' || verb === 'HEAD') return inUpload ? multipart.listParts : objects.getObject;
  if (verb === 'DELETE') return inUpload ? multipart.abortMultipartUpload : objects.deleteObject;
  if (verb === 'POST') {
    if (query.has('uploads')) return multipart.createMultipartUpload;
    return inUpload ? multipart.completeMultipartUpload : undefined;
  }
  if (verb !== 'PUT') return undefined;
  if (inUpload) return isCopy ? copies.uploadPartCopy : multipart.uploadPart;
  return isCopy ? copies.copyObject : objects.putObject;
}

/** Not by URL, which would resolve the dots that a key may hold. */
function splitTarget(target: string): [path: string, search: string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

function answerError(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  error: unknown,
): void {
  if (response.headersSent) {
    // The status is out; a cut connection is the only way left to say that the bytes are not all.
    response.destroy();
    return;
  }
  const known = asTold(error);
  const body = errorDocument([
    element('Code', known.code),
    element('Message', known.message),
    Object.entries(known.elements).map(([name, value]) => element(name, value)),
    element('RequestId', requestId),
    element('HostId', requestId),
  ]);
  response.writeHead(known.status, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function asTold(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof FullDisk) return diskFull();
  return new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
}
