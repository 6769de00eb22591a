import type { ApiError } from '../../domain/errors.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import type { UploadStore } from '../ports/uploads/uploads.ts';
import { sweepDue } from '../sweep-due.ts';
import { sweepAt } from './reserve-upload.ts';
import { folderOf } from './settle-upload.ts';

interface Deps {
  readonly uploads: UploadStore;
  readonly artifacts: Pick<ArtifactStore, 'deletePrefix'>;
  readonly direct: Pick<DirectStore, 'abortParts' | 'lastArrival'>;
  readonly now: Clock;
}

const AGAIN_MS = 3600_000;

const EXPIRED: ApiError = {
  type: 'invalid_request',
  message:
    'Nothing came of the upload for a day, or it was not completed within seven. Its bytes were deleted: begin it again.',
};

/**
 * Deletes the bytes of uploads that were given up, and copies that nothing needs.
 * @throws AggregateError of what went wrong, after everything else was done
 */
export const makeSweepUploads = (deps: Deps) => async (): Promise<{ uploads: number }> => {
  const { uploads, now } = deps;
  const swept = await sweepDue<UploadRecord>(
    {
      due: uploads.due,
      work: async (upload) => {
        if (await isUnderWay(deps, upload)) return false;
        await clear(deps, upload);
        return true;
      },
      putOff: (upload) => uploads.postpone(upload, new Date(now().getTime() + AGAIN_MS)),
      now,
    },
    'uploads were not swept',
  );
  return { uploads: swept };
};

async function clear(
  { uploads, artifacts, direct, now }: Deps,
  upload: UploadRecord,
): Promise<void> {
  // Settled in between, it is left as it is.
  await uploads.refuse(upload, EXPIRED, now());
  const current = await uploads.find(upload.org_id, upload.upload_id);
  if (current?.video_id !== current?.reserved_video_id) {
    if (upload.multipart) await direct.abortParts(upload.source_key, upload.multipart.id);
    await artifacts.deletePrefix(folderOf(upload));
  }
  if (current?.video_id === undefined) await uploads.remove(upload);
  else await uploads.keep(upload);
}

/**
 * Puts off an upload whose bytes still come: their sender asks us for nothing while its addresses
 * work.
 */
async function isUnderWay({ uploads, direct, now }: Deps, upload: UploadRecord): Promise<boolean> {
  if (!upload.direct || upload.video_id !== undefined || upload.refusal) return false;
  const arrived = await direct.lastArrival(upload.source_key, upload.multipart?.id);
  const until = sweepAt(upload, arrived ?? new Date(upload.created_at));
  if (until <= now()) return false;
  await uploads.postpone(upload, until);
  return true;
}
