import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { openResult, resultGone } from '../operations/stored-result.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';

/**
 * JPEG bytes of some sheets of a frames job that succeeded, in the order of `pages` (from 1).
 * @throws DomainError video_not_found when one is no longer stored
 */
export const makeReadPictures =
  ({ artifacts }: { artifacts: Pick<ArtifactStore, 'read' | 'get'> }) =>
  async (job: JobRecord, pages: readonly number[]): Promise<Uint8Array[]> => {
    const stored = await openResult(artifacts, job);
    await stored.close();
    const { sheets } = stored.head;
    return Promise.all(
      pages.map(async (page) => {
        const key = sheets[page - 1];
        const jpeg = key === undefined ? undefined : await artifacts.get(key);
        if (!jpeg) throw resultGone();
        return jpeg;
      }),
    );
  };
