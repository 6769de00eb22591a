import { DomainError } from '../../domain/errors.ts';
import { emptyFile } from '../../domain/sources/undecodable.ts';
import type { UploadResult } from '../../domain/uploads/upload.ts';
import { titleOf } from '../../domain/uploads/upload-name.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import { uploadResult } from '../../domain/uploads/upload-result.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import type { VideoRecord } from '../../domain/videos/video-record.ts';
import { notFound } from '../not-found.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Decoder } from '../ports/sources/decoder.ts';
import type { UploadStore } from '../ports/uploads/uploads.ts';
import type { VideoStore } from '../ports/videos/videos.ts';

export interface SettleDeps {
  readonly videos: VideoStore;
  readonly uploads: UploadStore;
  readonly artifacts: Pick<ArtifactStore, 'deletePrefix'>;
  readonly decoder: Pick<Decoder, 'probe'>;
  readonly now: Clock;
}

/**
 * Makes the bytes of an upload a video, or the name of the video that holds the same bytes already.
 * Of several that settle one upload the first decides, and all have the same answer.
 * @throws DomainError no_video_stream, video_not_found; SourceFault
 */
export function makeSettleUpload(deps: SettleDeps) {
  const { videos, uploads, artifacts, decoder, now } = deps;
  const probed = async (
    upload: UploadRecord,
    { sha256, size }: { sha256: string; size: number },
    signal: AbortSignal,
  ): Promise<VideoRecord> => {
    const media = { source_key: upload.source_key, sha256, size_bytes: size };
    return {
      ...media,
      video_id: upload.reserved_video_id,
      org_id: upload.org_id,
      version: upload.upload_id,
      platform: 'upload',
      title: titleOf(upload.filename),
      probe: await decoder.probe(media, signal),
      created_at: upload.created_at,
    };
  };

  return async (
    upload: UploadRecord,
    found: { sha256: string; size: number },
    signal: AbortSignal,
  ): Promise<UploadResult> => {
    if (found.size === 0) throw emptyFile();
    let fresh: VideoRecord | undefined;
    for (;;) {
      const known = await videos.findBySha256(upload.org_id, found.sha256);
      if (!known && !fresh) fresh = await probed(upload, found, signal);
      const video = known ?? fresh;
      if (!video) throw new Error('neither a known video nor a new one');
      const settled_at = now().toISOString();
      const settled = { ...upload, received_bytes: found.size, settled_at };
      const outcome = known
        ? await videos.addUpload(known, settled)
        : await videos.add(video, settled);
      switch (outcome) {
        case 'stored':
          if (known) await artifacts.deletePrefix(folderOf(upload));
          await uploads.keep(upload);
          return uploadResult(settled, video);
        case 'settled':
          return readSettled(deps, upload);
        // A video of the same bytes came or went in between; look again.
        case 'changed':
      }
    }
  };
}

export const folderOf = ({ org_id, reserved_video_id }: UploadRecord): string =>
  videoFolder(org_id, reserved_video_id);

/**
 * The answer to an upload that was settled or refused before.
 * @throws DomainError the refusal, video_not_found
 */
export async function readSettled(
  { uploads, videos }: Pick<SettleDeps, 'uploads' | 'videos'>,
  { org_id, upload_id }: Pick<UploadRecord, 'org_id' | 'upload_id'>,
): Promise<UploadResult> {
  const upload = await uploads.find(org_id, upload_id);
  if (upload?.refusal) throw DomainError.from(upload.refusal);
  const video = await videos.findByUpload(org_id, upload_id);
  if (!upload || !video) throw notFound('upload');
  return uploadResult(upload, video);
}
