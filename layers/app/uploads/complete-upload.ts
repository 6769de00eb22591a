import { DomainError } from '../../domain/errors.ts';
import type { CompleteRequest, UploadPending, UploadResult } from '../../domain/uploads/upload.ts';
import { partSizes } from '../../domain/uploads/upload-parts.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import { notFound } from '../not-found.ts';
import type { DirectStore, StoredPart } from '../ports/uploads/direct-store.ts';
import type { IngestQueue } from '../ports/uploads/ingest-queue.ts';
import { type IngestDeps, makeIngestUpload } from './ingest-upload.ts';
import { missingParts } from './missing-parts.ts';
import { readSettled } from './settle-upload.ts';

interface Deps extends IngestDeps {
  readonly direct: DirectStore;
  readonly queue: IngestQueue;
  /** How long a call waits, in seconds, for the bytes to be read. */
  readonly waitSeconds: number;
}

/**
 * Up to so many bytes are read by the call itself; more are left to the worker, which has the time.
 */
const READ_HERE_BYTES = 1_000_000_000;

const invalid = (message: string) => new DomainError('invalid_request', message);

interface Named {
  readonly orgId: string;
  readonly uploadId: string;
  /** Of the ticket that stands for a credential; it completes its own upload and no other. */
  readonly nonce?: string | undefined;
}

/**
 * Makes what was sent into storage a video. It may be called again, at the same time and after it
 * was interrupted: the answer stays the same.
 * @throws DomainError video_not_found, unauthorized, invalid_request while bytes are missing,
 * no_video_stream
 */
export function makeCompleteUpload(deps: Deps) {
  const { uploads, direct, queue, waitSeconds } = deps;
  const ingest = makeIngestUpload(deps);
  return async (
    { orgId, uploadId, nonce }: Named,
    { parts }: CompleteRequest,
    signal: AbortSignal,
  ): Promise<UploadResult | UploadPending> => {
    const upload = await uploads.find(orgId, uploadId);
    if (!upload?.direct || (nonce !== undefined && upload.ticket !== nonce)) {
      throw notFound('upload');
    }
    if (upload.video_id !== undefined || upload.refusal) return readSettled(deps, upload);
    if (upload.multipart) await joinParts(direct, upload, parts);
    const size = await direct.size(upload.source_key);
    if (size === undefined) {
      // Somebody else may have settled or refused it meanwhile.
      const now = await uploads.find(orgId, uploadId);
      if (now?.video_id !== undefined || now?.refusal) return readSettled(deps, upload);
      throw invalid(
        'No bytes have arrived. Send them to the address that was given, then complete.',
      );
    }
    const reads = size <= READ_HERE_BYTES;
    // The storage has told the worker as well; whichever of the two comes second finds it begun.
    if (!reads) await queue.send(upload.source_key);
    const settled = await ingest(upload, signal, { size, reads, waitSeconds });
    return (
      settled ?? { upload_id: upload.upload_id as UploadPending['upload_id'], status: 'reading' }
    );
  };
}

/** @throws DomainError invalid_request that names the parts which are missing or differ */
async function joinParts(
  direct: DirectStore,
  upload: UploadRecord,
  listed: CompleteRequest['parts'],
): Promise<void> {
  const { source_key: key, multipart, bytes } = upload;
  if (!multipart || bytes === null) return;
  const arrived = await direct.parts(key, multipart.id);
  // The transfer has ended: joined before, or swept.
  if (!arrived) return;
  const missing = missingParts(upload, arrived);
  if (missing.length > 0) throw invalid(`${named(missing)} not arrived. Send what is missing.`);
  const given = new Map(listed?.map(({ part_number, etag }) => [part_number, bare(etag)]));
  const differs = (part: StoredPart) =>
    given.size > 0 && given.get(part.number) !== bare(part.etag);
  const { length: count } = partSizes(bytes, multipart.part_size);
  const parts = arrived.filter(({ number }) => number <= count);
  const isRepeated = listed !== undefined && given.size < listed.length;
  if (parts.some(differs) || given.size > count || isRepeated) {
    throw invalid(
      'Field `parts` does not list the parts as they arrived, each once. Leave it out, and the storage is asked.',
    );
  }
  await direct.joinParts(key, multipart.id, parts);
}

const bare = (etag: string): string => etag.replaceAll('"', '');

function named(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 10).join(', ');
  const more = numbers.length > 10 ? ` and ${numbers.length - 10} more` : '';
  return numbers.length === 1 ? `Part ${shown} has` : `Parts ${shown}${more} have`;
}
