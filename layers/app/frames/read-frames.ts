import type { FramesResult } from '../../domain/frames.ts';
import type { JobRecord } from '../../domain/job-record.ts';
import { StoredFrames } from '../../domain/stored-frames.ts';
import { notFound } from '../not-found.ts';
import { endOf, storedResult } from '../operations/stored-result.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';

/** Seconds for which a sheet's link works. */
const LINK_SECONDS = 3600;

/**
 * The result of a frames job that succeeded, with links signed now or the bytes inside, as was asked.
 * @throws DomainError video_not_found when the video was erased since
 */
export const makeReadFrames =
  ({ artifacts }: { artifacts: Pick<ArtifactStore, 'get' | 'signedUrl'> }) =>
  async (job: JobRecord): Promise<FramesResult> => {
    const { shortfall: _, ...stored } = StoredFrames.parse(await storedResult(artifacts, job));
    const inline = job.request['return'] === 'base64';
    const sheets = await Promise.all(
      stored.sheets.map(async ({ key, ...sheet }) =>
        inline
          ? { ...sheet, b64: await base64Of(artifacts, key) }
          : { ...sheet, url: await artifacts.signedUrl(key, LINK_SECONDS) },
      ),
    );
    return {
      ...stored,
      ...endOf(job),
      sheets,
    };
  };

async function base64Of(artifacts: Pick<ArtifactStore, 'get'>, key: string): Promise<string> {
  const jpeg = await artifacts.get(key);
  if (!jpeg) throw notFound('job');
  return Buffer.from(jpeg).toString('base64');
}
