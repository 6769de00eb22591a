import { createHash, randomUUID } from 'node:crypto';
import { receiveBody, receiveText } from './body.ts';
import { answer, type Call, quoted, unquoted } from './call.ts';
import { compositeChecksum } from './checksums.ts';
import { announce, checkWritable, keptHeaders } from './object-actions.ts';
import type { Part, StoredObject, Upload } from './object-index.ts';
import {
  checksumElement,
  isOf,
  namedChecksum,
  otherChecksum,
  partAlgorithm,
} from './part-checksums.ts';
import { invalidArgument, malformedXml, noSuchUpload, S3Error } from './s3-error.ts';
import { document, element, elements, textOf } from './xml.ts';

const MIN_PART_BYTES = 5 * 1024 ** 2;
const MAX_PART_NUMBER = 10_000;
const MAX_PARTS_LISTED = 1000;

/** A part as a completion names it. */
interface Wanted {
  readonly number: number;
  readonly etag: string;
  readonly checksum: string | undefined;
}

/** @throws S3Error NoSuchUpload */
export function uploadOf(call: Call): Upload {
  const id = call.query.get('uploadId') ?? '';
  const found = call.store.index.upload(call.bucket, id);
  if (found?.key !== call.key) throw noSuchUpload(id);
  return found;
}

export async function createMultipartUpload(call: Call): Promise<void> {
  const { store, bucket, key } = call;
  const id = randomUUID().replaceAll('-', '');
  const initiated = store.now().getTime();
  const algorithm = partAlgorithm(call);
  store.index.addUpload(bucket, { id, key, initiated, headers: keptHeaders(call), algorithm });
  const body = document('InitiateMultipartUploadResult', [
    element('Bucket', bucket),
    element('Key', key),
    element('UploadId', id),
  ]);
  const named = algorithm && { 'x-amz-checksum-algorithm': algorithm.toUpperCase() };
  answer(call, 200, { ...named }, body);
}

/** @throws S3Error InvalidArgument */
export function partNumber(call: Call): number {
  const text = call.query.get('partNumber') ?? '';
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_PART_NUMBER) return number;
  throw invalidArgument(
    'partNumber',
    text,
    'Part number must be an integer between 1 and 10000, inclusive',
  );
}

/** @throws S3Error NoSuchUpload when the transfer ended while the part was on its way */
export async function keepPart(
  { store: { blobs, index }, bucket }: Call,
  id: string,
  part: Part,
): Promise<void> {
  if (!index.upload(bucket, id)) {
    await blobs.remove([part.blob]);
    throw noSuchUpload(id);
  }
  const before = index.putPart(id, part);
  if (before) await blobs.remove([before.blob]);
}

export async function uploadPart(call: Call): Promise<void> {
  const { id, algorithm } = uploadOf(call);
  const number = partNumber(call);
  const { blobs, now } = call.store;
  const { id: blobId, filled } = await blobs.write((sink) =>
    receiveBody(call.request, call.payload, sink, call.store.patience),
  );
  const { size, crc32, checksum } = filled;
  const blob = { id: blobId, size, crc32 };
  if (!isOf(algorithm, checksum)) {
    await blobs.remove([blob]);
    throw otherChecksum(algorithm, checksum);
  }
  const modified = now().getTime();
  await keepPart(call, id, { number, etag: filled.md5, modified, checksum, blob });
  answer(call, 200, {
    etag: quoted(filled.md5),
    ...(checksum && { [checksum[0]]: checksum[1] }),
  });
}

export async function listParts(call: Call): Promise<void> {
  const { id } = uploadOf(call);
  const marker = Number(call.query.get('part-number-marker') ?? 0);
  const limit = Math.min(Number(call.query.get('max-parts') ?? MAX_PARTS_LISTED), MAX_PARTS_LISTED);
  const rest = call.store.index.parts(id, marker);
  const page = rest.slice(0, limit);
  const body = document('ListPartsResult', [
    element('Bucket', call.bucket),
    element('Key', call.key),
    element('UploadId', id),
    element('PartNumberMarker', marker),
    element('NextPartNumberMarker', page.at(-1)?.number ?? 0),
    element('MaxParts', limit),
    element('IsTruncated', rest.length > page.length),
    page.map((part) =>
      element('Part', [
        element('PartNumber', part.number),
        element('LastModified', new Date(part.modified).toISOString()),
        element('ETag', quoted(part.etag)),
        element('Size', part.blob.size),
        checksumElement(part.checksum),
      ]),
    ),
    element('StorageClass', 'STANDARD'),
  ]);
  answer(call, 200, {}, body);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html */
export async function completeMultipartUpload(call: Call): Promise<void> {
  const { index, blobs, now } = call.store;
  const { id, headers, algorithm } = uploadOf(call);
  const wanted = readManifest(await receiveText(call.request, call.payload, call.store.patience));
  checkWritable(call);
  const parts = chosenParts(index.parts(id), wanted, id);
  const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag, 'hex')));
  const stored: StoredObject = {
    key: call.key,
    etag: `${createHash('md5').update(digests).digest('hex')}-${parts.length}`,
    size: parts.reduce((sum, { blob }) => sum + blob.size, 0),
    modified: now().getTime(),
    headers,
    checksum:
      algorithm === undefined
        ? undefined
        : compositeChecksum(
            algorithm,
            parts.map(({ checksum }) => checksum?.[1] ?? ''),
          ),
    blobs: parts.map(({ blob }) => blob),
  };
  if (!index.upload(call.bucket, id)) throw noSuchUpload(id);
  const ended = index.endUpload(call.bucket, id, stored);
  const kept = new Set(stored.blobs.map((blob) => blob.id));
  const left = ended.parts.map(({ blob }) => blob).filter((blob) => !kept.has(blob.id));
  await blobs.remove([...left, ...(ended.before?.blobs ?? [])]);
  announce(call, stored, 'CompleteMultipartUpload');
  const body = document('CompleteMultipartUploadResult', [
    element('Location', `http://${call.request.headers.host}/${call.bucket}/${call.key}`),
    element('Bucket', call.bucket),
    element('Key', call.key),
    element('ETag', quoted(stored.etag)),
    checksumElement(stored.checksum),
  ]);
  answer(call, 200, {}, body);
}

function readManifest(body: string): Wanted[] {
  const wanted = elements(body, 'Part').map((part) => ({
    number: Number(textOf(part, 'PartNumber') ?? Number.NaN),
    etag: unquoted(textOf(part, 'ETag') ?? ''),
    checksum: namedChecksum(part),
  }));
  if (wanted.length === 0 || wanted.some(({ number }) => !Number.isInteger(number)))
    throw malformedXml();
  return wanted;
}

function chosenParts(
  present: readonly Part[],
  wanted: readonly Wanted[],
  uploadId: string,
): Part[] {
  const byNumber = new Map(present.map((part) => [part.number, part]));
  if (wanted.some(({ number }, position) => number <= (wanted[position - 1]?.number ?? 0)))
    throw new S3Error(
      400,
      'InvalidPartOrder',
      'The list of parts was not in ascending order. Parts must be ordered by part number.',
      { UploadId: uploadId },
    );
  return wanted.map(({ number, etag, checksum }, position) => {
    const part = byNumber.get(number);
    const same =
      part?.etag === etag && (!checksum || !part.checksum || checksum === part.checksum[1]);
    if (!part || !same)
      throw new S3Error(
        400,
        'InvalidPart',
        "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
        { UploadId: uploadId, PartNumber: String(number), ETag: etag },
      );
    if (part.blob.size < MIN_PART_BYTES && position < wanted.length - 1)
      throw new S3Error(
        400,
        'EntityTooSmall',
        'Your proposed upload is smaller than the minimum allowed size',
        {
          ProposedSize: String(part.blob.size),
          MinSizeAllowed: String(MIN_PART_BYTES),
          PartNumber: String(number),
          ETag: part.etag,
        },
      );
    return part;
  });
}

export async function abortMultipartUpload(call: Call): Promise<void> {
  const { id } = uploadOf(call);
  const { parts } = call.store.index.endUpload(call.bucket, id);
  await call.store.blobs.remove(parts.map(({ blob }) => blob));
  answer(call, 204);
}

export async function listMultipartUploads(call: Call): Promise<void> {
  const prefix = call.query.get('prefix') ?? '';
  const uploads = call.store.index
    .uploads(call.bucket)
    .filter(({ key }) => key.startsWith(prefix))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.initiated - b.initiated));
  const body = document('ListMultipartUploadsResult', [
    element('Bucket', call.bucket),
    element('KeyMarker', ''),
    element('UploadIdMarker', ''),
    element('Prefix', prefix),
    element('MaxUploads', uploads.length),
    element('IsTruncated', false),
    uploads.map(({ id, key, initiated }) =>
      element('Upload', [
        element('Key', key),
        element('UploadId', id),
        element('StorageClass', 'STANDARD'),
        element('Initiated', new Date(initiated).toISOString()),
      ]),
    ),
  ]);
  answer(call, 200, {}, body);
}
