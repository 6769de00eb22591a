import type { ApiError } from '../../domain/errors.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { DirectStore } from '../ports/direct-store.ts';
import type { UploadStore } from '../ports/uploads.ts';
import { folderOf } from './settle-upload.ts';

interface Deps {
  readonly uploads: UploadStore;
  readonly artifacts: Pick<ArtifactStore, 'deletePrefix'>;
  readonly direct: Pick<DirectStore, 'abortParts'>;
  readonly now: Clock;
}

const AT_ONCE = 25;

const EXPIRED: ApiError = {
  type: 'invalid_request',
  message: 'The upload was not completed within a day, and its bytes were deleted. Send it again.',
};

/** Deletes the bytes of uploads that were not completed within a day, and copies that nothing needs. */
export const makeSweepUploads =
  ({ uploads, artifacts, direct, now }: Deps) =>
  async (): Promise<{ uploads: number }> => {
    const due = await uploads.due(now(), AT_ONCE);
    for (const upload of due) {
      // Settled in between, it is left as it is.
      await uploads.refuse(upload, EXPIRED);
      const current = await uploads.find(upload.org_id, upload.upload_id);
      if (current?.video_id !== current?.reserved_video_id) {
        if (upload.multipart) await direct.abortParts(upload.source_key, upload.multipart.id);
        await artifacts.deletePrefix(folderOf(upload));
      }
      if (current?.video_id === undefined) await uploads.remove(upload);
      else await uploads.keep(upload);
    }
    return { uploads: due.length };
  };
