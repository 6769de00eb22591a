import { DomainError } from '../../domain/errors.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import { CLAIM_SECONDS, type IngestDeps, makeIngestUpload } from './ingest-upload.ts';

interface Deps extends IngestDeps {
  readonly direct: Pick<DirectStore, 'read' | 'size'>;
}

/** What became of an object: its upload was taken in, it belongs here, or nothing names it. */
export type TakenIn = 'taken in' | 'left' | 'deleted';

/** Long enough to be there when another reader is given up. */
const WAIT_SECONDS = CLAIM_SECONDS + 10;

/** The keys that `newUpload` makes. */
const UPLOADED = /^orgs\/([^/]+)\/videos\/([^/]+)\/(upl_[^/.]+)[^/]*$/;

/**
 * Makes an object that has arrived in storage a video, in case whoever sent it does not complete
 * its upload. An object that nothing names, since its upload was refused, erased or never was, is
 * deleted.
 */
export function makeTakeInObject(deps: Deps) {
  const { uploads, videos, artifacts, direct } = deps;
  const ingest = makeIngestUpload(deps);
  return async (key: string, signal: AbortSignal): Promise<TakenIn> => {
    const [, orgId = '', videoId = '', uploadId = ''] = UPLOADED.exec(key) ?? [];
    if (uploadId === '') return 'left';
    const upload = await uploads.find(orgId, uploadId);
    if (upload?.source_key === key && upload.video_id === undefined && !upload.refusal) {
      // Whoever receives a file for its sender settles it as well.
      if (!upload.direct) return 'left';
      const size = await direct.size(key);
      if (size === undefined) return 'left';
      try {
        await ingest(upload, signal, { size, reads: true, waitSeconds: WAIT_SECONDS });
      } catch (error) {
        // The refusal is in its row, for whoever completes it.
        if (!(error instanceof DomainError)) throw error;
      }
      return 'taken in';
    }
    const video = await videos.find(orgId, videoId);
    // It is read from, or was until a copy took its place.
    if (video?.version === uploadId) return 'left';
    await artifacts.deletePrefix(key);
    return 'deleted';
  };
}
