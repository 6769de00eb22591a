import { toCredits } from '../domain/credits.ts';
import type { FramesResult } from '../domain/frames.ts';
import type { JobRecord } from '../domain/job-record.ts';
import { StoredFrames } from '../domain/stored-frames.ts';
import { notFound } from './not-found.ts';
import type { ArtifactStore } from './ports/artifacts.ts';

/** Seconds for which a sheet's link works. */
const LINK_SECONDS = 3600;

/**
 * The result of a job that succeeded, with links signed now or the bytes inside, as was asked.
 * @throws DomainError video_not_found when the video was erased since
 */
export const makeReadResult =
  ({ artifacts }: { artifacts: Pick<ArtifactStore, 'get' | 'signedUrl'> }) =>
  async (job: JobRecord): Promise<FramesResult> => {
    const bytes = job.result_key === null ? undefined : await artifacts.get(job.result_key);
    if (!bytes) throw notFound('job');
    const stored = StoredFrames.parse(JSON.parse(new TextDecoder().decode(bytes)));
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
      job_id: job.job_id as FramesResult['job_id'],
      status: 'succeeded',
      credits_charged: job.credits_charged === null ? null : toCredits(job.credits_charged),
      cache_hit: job.cache_hit,
      sheets,
    };
  };

async function base64Of(artifacts: Pick<ArtifactStore, 'get'>, key: string): Promise<string> {
  const jpeg = await artifacts.get(key);
  if (!jpeg) throw notFound('job');
  return Buffer.from(jpeg).toString('base64');
}
