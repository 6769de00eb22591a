import { toCredits } from '../../domain/accounts/credits.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { Answer } from '../../domain/questions/question.ts';
import { StoredAnswer } from '../../domain/questions/stored-answer.ts';
import { openResult } from '../operations/stored-result.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';

/**
 * The answer of a job that succeeded.
 * @throws DomainError video_not_found when it is no longer stored
 */
export const makeReadAnswer =
  ({ artifacts }: { readonly artifacts: Pick<ArtifactStore, 'read'> }) =>
  async (job: JobRecord): Promise<Answer> => {
    const opened = await openResult(artifacts, job);
    const {
      tokens: _,
      shortfall: __,
      ...stored
    } = StoredAnswer.parse({ ...(await opened.value()), shortfall: opened.head.shortfall });
    const ended = Date.parse(job.finished_at ?? job.queued_at);
    return {
      ...stored,
      cached: job.cache_hit,
      credits_charged: job.credits_charged === null ? 0 : toCredits(job.credits_charged),
      ms: Math.max(0, ended - Date.parse(job.queued_at)),
    };
  };

/** The answer as it is given to those who asked the same while it was being read: free. */
export const answeredAlong = (answer: Answer): Answer => ({
  ...answer,
  cached: true,
  credits_charged: 0,
});
