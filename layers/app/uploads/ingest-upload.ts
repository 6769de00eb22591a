import { DomainError } from '../../domain/errors.ts';
import { emptyFile } from '../../domain/sources/undecodable.ts';
import type { UploadResult } from '../../domain/uploads/upload.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import { notFound } from '../not-found.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Wait } from '../ports/clock.ts';
import type { NewDigest, RunningDigest } from '../ports/digest.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import { putTable } from '../sources/put-source.ts';
import { folderOf, makeSettleUpload, readSettled, type SettleDeps } from './settle-upload.ts';

export interface IngestDeps extends SettleDeps {
  readonly artifacts: Pick<ArtifactStore, 'put' | 'deletePrefix'>;
  readonly direct: Pick<DirectStore, 'read'>;
  readonly newDigest: NewDigest;
  readonly newReader: () => string;
  readonly wait: Wait;
}

export interface IngestOptions {
  /** Bytes of the object that has arrived. */
  readonly size: number;
  /** False for whoever leaves the reading to somebody else and only waits for what comes of it. */
  readonly reads: boolean;
  /** How long to wait while somebody else reads. */
  readonly waitSeconds: number;
}

/** A reader that has not been heard of for so long is taken to be dead. */
export const CLAIM_SECONDS = 30;
const RENEW_MS = 10_000;
const LOOK_MS = 250;

/**
 * Digests the bytes that were sent straight into storage and settles their upload. Of several that
 * are called for one upload one reads, the others wait for what it finds; all have the same answer.
 * @returns undefined when the others are still at it and the wait is over
 * @throws DomainError the refusal of the upload, video_not_found
 */
export function makeIngestUpload(deps: IngestDeps) {
  const { uploads, wait, now } = deps;
  return async (
    upload: UploadRecord,
    signal: AbortSignal,
    { size, reads, waitSeconds }: IngestOptions,
  ): Promise<UploadResult | undefined> => {
    const reader = deps.newReader();
    const deadline = now().getTime() + waitSeconds * 1000;
    for (;;) {
      const current = await uploads.find(upload.org_id, upload.upload_id);
      if (!current) throw notFound('upload');
      if (current.video_id !== undefined || current.refusal) return readSettled(deps, current);
      if (reads && (await claim(deps, upload, reader)))
        return read(deps, upload, { reader, size }, signal);
      if (now().getTime() >= deadline) return undefined;
      await wait(LOOK_MS, signal);
    }
  };
}

const claim = ({ uploads, now }: IngestDeps, upload: UploadRecord, reader: string) =>
  uploads.claim(upload, reader, now(), new Date(now().getTime() + CLAIM_SECONDS * 1000));

/** An upload that this reader has taken on. */
interface Claimed {
  readonly reader: string;
  /** In bytes. */
  readonly size: number;
}

async function read(
  deps: IngestDeps,
  upload: UploadRecord,
  { reader, size }: Claimed,
  signal: AbortSignal,
): Promise<UploadResult> {
  const { uploads, artifacts } = deps;
  try {
    if (size === 0) throw emptyFile();
    if (size > upload.max_bytes) {
      throw new DomainError(
        'invalid_request',
        `The file has ${size} bytes; the account takes ${upload.max_bytes} at most.`,
      );
    }
    const digest = await digestOf(deps, upload, { reader, size }, signal);
    const sha256 = digest.hex();
    if (upload.sha256 !== undefined && upload.sha256 !== sha256) {
      throw new DomainError(
        'invalid_request',
        `The bytes that arrived have the SHA-256 ${sha256}, not the \`sha256\` that the upload was begun with. They were deleted: begin it again.`,
        { reason: 'digest_mismatch' },
      );
    }
    await putTable(artifacts, upload.source_key, digest);
    return await makeSettleUpload(deps)(upload, { sha256, size }, signal);
  } catch (error) {
    if (error instanceof DomainError && error.type !== 'video_not_found') {
      await uploads.refuse(upload, error.toApiError(), deps.now());
      const current = await uploads.find(upload.org_id, upload.upload_id);
      // Somebody else may have settled it in between.
      if (current?.refusal) await artifacts.deletePrefix(folderOf(upload));
      return readSettled(deps, upload);
    }
    await uploads.release(upload, reader);
    throw error;
  }
}

/** @throws Error when the storage sends other bytes than it received, or not all of them */
async function digestOf(
  deps: IngestDeps,
  upload: UploadRecord,
  { reader, size }: Claimed,
  signal: AbortSignal,
): Promise<RunningDigest> {
  const digest = deps.newDigest();
  let renewed = deps.now().getTime();
  let read = 0;
  for await (const chunk of deps.direct.read(upload.source_key, signal)) {
    digest.update(chunk);
    read += chunk.byteLength;
    if (deps.now().getTime() - renewed < RENEW_MS) continue;
    renewed = deps.now().getTime();
    await claim(deps, upload, reader);
  }
  if (read !== size) throw new Error(`${read} of ${size} bytes of ${upload.source_key} were read`);
  // The probe that follows is within the time of one claim.
  await claim(deps, upload, reader);
  return digest;
}
