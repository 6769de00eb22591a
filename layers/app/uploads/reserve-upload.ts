import type { Principal } from '../../domain/credential.ts';
import { storedExtension } from '../../domain/upload-name.ts';
import type { UploadRecord } from '../../domain/upload-record.ts';
import type { NewId } from '../ports/clock.ts';
import { videoFolder } from '../videos/video-folder.ts';

/** An upload that has not settled by then is swept. */
const UPLOAD_SECONDS = 24 * 3600;

export const sweepAt = (now: Date): Date => new Date(now.getTime() + UPLOAD_SECONDS * 1000);

/** An upload with names of our own making, before a byte of it is there. */
export function newUpload(
  { orgId }: Pick<Principal, 'orgId'>,
  file: Pick<UploadRecord, 'filename' | 'content_type' | 'max_bytes' | 'direct' | 'bytes'> & {
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
