import type { Principal } from '../domain/credential.ts';
import { PLANS } from '../domain/plans.ts';
import type { UploadResult } from '../domain/upload.ts';
import { refuseCameraRaw, storedExtension, titleOf } from '../domain/upload-name.ts';
import { type VideoRecord, videoOf } from '../domain/video-record.ts';
import { meter } from './meter.ts';
import { notFound } from './not-found.ts';
import type { ArtifactStore } from './ports/artifacts.ts';
import type { Clock, NewId } from './ports/clock.ts';
import type { NewDigest } from './ports/digest.ts';
import type { Engine } from './ports/engine.ts';
import type { VideoStore } from './ports/videos.ts';

interface Deps {
  readonly videos: VideoStore;
  readonly artifacts: ArtifactStore;
  readonly engine: Pick<Engine, 'probe'>;
  readonly newDigest: NewDigest;
  readonly now: Clock;
  readonly newId: NewId;
}

/** A file on its way in. */
export interface IncomingFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Seconds for which the probe may open the source. */
const PROBE_LINK_SECONDS = 900;

/**
 * Streams a file into the store, opens it to see what it is, and keeps it. The same bytes are the
 * same video. Whatever goes wrong, no byte of a refused file stays.
 * @throws DomainError invalid_request with reason body_too_large, no_video_stream
 */
export function makeReceiveUpload(deps: Deps) {
  const { videos, artifacts, engine, newDigest, now, newId } = deps;
  return async (
    { orgId, tier }: Principal,
    file: IncomingFile,
    signal: AbortSignal,
    maxBytes = PLANS[tier].max_upload_bytes,
  ): Promise<UploadResult> => {
    refuseCameraRaw(file.filename);
    const videoId = newId('vid');
    const folder = `orgs/${orgId}/videos/${videoId}/`;
    const sourceKey = `${folder}source${storedExtension(file.filename)}`;
    const digest = newDigest();
    let kept = false;
    try {
      const metered = meter(file.bytes, digest, maxBytes);
      await artifacts.put(sourceKey, metered.bytes, file.contentType);
      const [sha256, size] = [digest.hex(), metered.count()];
      const upload = {
        upload_id: newId('upl'),
        received_bytes: size,
        created_at: now().toISOString(),
      };

      let video = await videos.findBySha256(orgId, sha256);
      if (!video) {
        const source = await artifacts.signedUrl(sourceKey, PROBE_LINK_SECONDS);
        const found: VideoRecord = {
          video_id: videoId,
          org_id: orgId,
          version: upload.upload_id,
          platform: 'upload',
          title: titleOf(file.filename),
          source_key: sourceKey,
          sha256,
          size_bytes: size,
          probe: await engine.probe(source, signal),
          created_at: upload.created_at,
        };
        kept = await videos.add(found, upload);
        // Another upload of the same bytes may have come first.
        video = kept ? found : await videos.findBySha256(orgId, sha256);
      }
      if (!video || !(kept || (await videos.addUpload(video, upload)))) throw notFound('video');
      return {
        upload_id: upload.upload_id as UploadResult['upload_id'],
        video: videoOf(video),
        size_bytes: video.size_bytes,
        received_bytes: size,
      };
    } finally {
      if (!kept) await artifacts.deletePrefix(folder);
    }
  };
}
