import type { Principal } from '../../domain/accounts/credential.ts';
import { storedExtension } from '../../domain/uploads/upload-name.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import type { NewId } from '../ports/clock.ts';

const DAY_MS = 24 * 3600_000;
const MOST_DAYS = 7;

/** When an upload is given up, however lively its sender is. */
export const endOfUpload = ({ created_at }: Pick<UploadRecord, 'created_at'>): Date =>
  new Date(Date.parse(created_at) + MOST_DAYS * DAY_MS);

/**
 * When an upload is swept that is not settled: a day after the last sign of its sender, but seven
 * days after it was begun at the latest. Signs are its beginning, bytes that arrive, and asking for
 * fresh addresses.
 */
export const sweepAt = (upload: Pick<UploadRecord, 'created_at'>, sign: Date): Date =>
  new Date(Math.min(sign.getTime() + DAY_MS, endOfUpload(upload).getTime()));

/** An upload with names of our own making, before a byte of it is there. */
export function newUpload(
  { orgId }: Pick<Principal, 'orgId'>,
  file: Pick<
    UploadRecord,
    'filename' | 'content_type' | 'max_bytes' | 'direct' | 'bytes' | 'sha256' | 'webhook_url'
  > & {
    readonly ticket: string | undefined;
  },
  { now, newId }: { now: Date; newId: NewId },
): UploadRecord {
  const [videoId, uploadId] = [newId('vid'), newId('upl')];
  return {
    ...file,
    upload_id: uploadId,
    org_id: orgId,
    reserved_video_id: videoId,
    // The name of the upload in the key tells whoever learns of the object whose it is.
    source_key: `${videoFolder(orgId, videoId)}${uploadId}${storedExtension(file.filename)}`,
    multipart: null,
    ticket: file.ticket ?? null,
    created_at: now.toISOString(),
  };
}
