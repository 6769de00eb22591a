import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { receiveBody } from './body.ts';
import { answer, type Call, header, type ObjectCreatedEvent, quoted, unquoted } from './call.ts';
import { crc32Checksum } from './checksums.ts';
import type { StoredObject } from './object-index.ts';
import { byteRange } from './range.ts';
import { noSuchKey, notImplemented, preconditionFailed, S3Error } from './s3-error.ts';

const KEPT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];
const OVERRIDES = KEPT_HEADERS.map((name) => [`response-${name}`, name] as const);

/** The headers of a writing request that readers get back. */
export function keptHeaders(call: Call): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const name of Object.keys(call.request.headers)) {
    const value = header(call, name) ?? '';
    if (name === 'content-encoding') {
      const codings = value.split(',').map((coding) => coding.trim());
      const stored = codings.filter((coding) => coding !== '' && coding !== 'aws-chunked');
      if (stored.length > 0) kept[name] = stored.join(',');
    } else if (KEPT_HEADERS.includes(name) || name.startsWith('x-amz-meta-')) {
      kept[name] = value;
    }
  }
  return kept;
}

/** @throws S3Error PreconditionFailed when If-None-Match or If-Match forbids writing the key */
export function checkWritable(call: Call): void {
  const [none, match] = [header(call, 'if-none-match'), header(call, 'if-match')];
  if (none !== undefined && none !== '*') throw notImplemented('If-None-Match other than *');
  const existing = call.store.index.object(call.bucket, call.key);
  if (none === '*' && existing) throw preconditionFailed('If-None-Match');
  if (match === undefined) return;
  if (!existing) throw noSuchKey(call.key);
  if (match !== '*' && unquoted(match) !== existing.etag) throw preconditionFailed('If-Match');
}

/** Tells of a new object, as S3 tells EventBridge. */
export function announce(
  call: Call,
  stored: StoredObject,
  reason: ObjectCreatedEvent['detail']['reason'],
): void {
  const { region, onObjectCreated } = call.store;
  onObjectCreated({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Object Created',
    source: 'aws.s3',
    account: '000000000000',
    time: new Date(stored.modified).toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [`arn:aws:s3:::${call.bucket}`],
    detail: {
      version: '0',
      bucket: { name: call.bucket },
      object: {
        key: stored.key,
        size: stored.size,
        etag: stored.etag,
        sequencer: stored.modified.toString(16).toUpperCase().padStart(18, '0'),
      },
      'request-id': call.requestId,
      requester: '000000000000',
      'source-ip-address': call.request.socket.remoteAddress ?? '',
      reason,
    },
  });
}

export async function putObject(call: Call): Promise<void> {
  const { store, bucket, key } = call;
  checkWritable(call);
  const { id, filled } = await store.blobs.write((sink) =>
    receiveBody(call.request, call.payload, sink, call.store.patience),
  );
  const stored: StoredObject = {
    key,
    etag: filled.md5,
    size: filled.size,
    modified: store.now().getTime(),
    headers: keptHeaders(call),
    checksum: filled.checksum ?? crc32Checksum(filled.crc32),
    blobs: [{ id, size: filled.size, crc32: filled.crc32 }],
  };
  try {
    // Another writer may have won the key while these bytes were on their way.
    checkWritable(call);
  } catch (error) {
    await store.blobs.remove(stored.blobs);
    throw error;
  }
  const before = store.index.put(bucket, stored);
  await store.blobs.remove(before?.blobs ?? []);
  announce(call, stored, 'PutObject');
  answer(call, 200, { etag: quoted(stored.etag), ...checksumHeaders(stored) });
}

export async function getObject(call: Call): Promise<void> {
  const { store, bucket, key, response, request } = call;
  const stored = store.index.object(bucket, key);
  if (!stored) throw noSuchKey(key);
  const headers = {
    ...readerHeaders(call, stored),
    etag: quoted(stored.etag),
    'last-modified': new Date(stored.modified).toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (notModified(call, stored)) return answer(call, 304, headers);
  const asked = isCurrent(header(call, 'if-range'), stored) ? header(call, 'range') : undefined;
  const range = byteRange(asked, stored.size);
  if (range === 'unsatisfiable')
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      RangeRequested: header(call, 'range') ?? '',
      ActualObjectSize: String(stored.size),
    });
  const { start, end } = range ?? { start: 0, end: stored.size - 1 };
  const wantsChecksum = header(call, 'x-amz-checksum-mode') === 'ENABLED' && !range;
  response.writeHead(range ? 206 : 200, {
    ...headers,
    ...(wantsChecksum ? checksumHeaders(stored) : {}),
    ...(range ? { 'content-range': `bytes ${start}-${end}/${stored.size}` } : {}),
    'content-length': end - start + 1,
  });
  if (request.method === 'HEAD' || end < start) response.end();
  else await pipeline(store.blobs.read(stored.blobs, start, end), response);
}

export async function deleteObject(call: Call): Promise<void> {
  const before = call.store.index.remove(call.bucket, call.key);
  await call.store.blobs.remove(before?.blobs ?? []);
  answer(call, 204);
}

const checksumHeaders = ({ checksum }: StoredObject): Record<string, string> => {
  if (!checksum) return {};
  const [name, value] = checksum;
  // Base64 holds no hyphen: one stands before the number of parts.
  return {
    [name]: value,
    'x-amz-checksum-type': value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT',
  };
};

function readerHeaders(call: Call, stored: StoredObject): Record<string, string> {
  const headers = { ...stored.headers };
  for (const [parameter, name] of OVERRIDES) {
    const value = call.query.get(parameter);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

/** Whether an If-Range header lets the range be narrowed: RFC 9110, 13.1.5. Weak tags never do. */
const isCurrent = (condition: string | undefined, { etag, modified }: StoredObject): boolean =>
  condition === undefined ||
  condition === quoted(etag) ||
  condition === new Date(modified).toUTCString();

/** RFC 9110, 13.2.2. @throws S3Error PreconditionFailed */
function notModified(call: Call, { etag, modified }: StoredObject): boolean {
  const seconds = Math.floor(modified / 1000) * 1000;
  const matches = (list: string) =>
    list.split(',').some((entry) => entry.trim() === '*' || unquoted(entry) === etag);
  const [match, none] = [header(call, 'if-match'), header(call, 'if-none-match')];
  const [since, until] = [header(call, 'if-modified-since'), header(call, 'if-unmodified-since')];
  if (match !== undefined) {
    if (!matches(match)) throw preconditionFailed('If-Match');
  } else if (until !== undefined && seconds > Date.parse(until)) {
    throw preconditionFailed('If-Unmodified-Since');
  }
  if (none !== undefined) return matches(none);
  return since !== undefined && seconds <= Date.parse(since);
}
