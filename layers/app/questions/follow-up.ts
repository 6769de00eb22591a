import { charge } from '../../domain/accounts/movements.ts';
import { NO_SHORTFALL } from '../../domain/accounts/shortfall.ts';
import { beginning } from '../../domain/characters.ts';
import { FOLLOW_UP_PRICE } from '../../domain/questions/depths.ts';
import { WatchVideoRequest } from '../../domain/questions/question.ts';
import type { StoredAnswer } from '../../domain/questions/stored-answer.ts';
import type { Work } from '../jobs/run-job.ts';
import { notFound } from '../not-found.ts';
import { makeSettleJob } from '../operations/settle-job.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { JobRuns } from '../ports/jobs/jobs.ts';
import type { CallerSchemas } from '../ports/questions/caller-schemas.ts';
import type { QuestionSessions } from '../ports/questions/question-sessions.ts';
import { composeAnswer } from './compose-answer.ts';
import { answeredBy, askingOf, nonceOf, schemaOf } from './read-question.ts';
import type { Reader, Reading } from './reading.ts';
import { readFound } from './stored-found.ts';

interface Deps {
  readonly runs: Pick<JobRuns, 'charge' | 'succeed'>;
  readonly artifacts: ArtifactStore;
  readonly sessions: Pick<QuestionSessions, 'find' | 'remember'>;
  readonly reader: Reader;
  readonly schemas: Pick<CallerSchemas, 'misfits'>;
  readonly digest: Digest;
  readonly now: Clock;
}

const REMEMBERED_CHARACTERS = 600;

/** What notes leave unanswered, a look may tell: at the stretches that were named, else at all. */
const leftToLookAt = (
  { unanswered, unresolved }: Pick<StoredAnswer, 'unanswered' | 'unresolved'>,
  { toLookAt }: Pick<Reading, 'toLookAt'>,
): StoredAnswer['unresolved'] =>
  toLookAt && unanswered.length > 0 && unresolved.length === 0 ? [toLookAt] : unresolved;

/** Answers a question out of what a session found; no video is opened. */
export function makeFollowUp(deps: Deps): Work {
  const { runs, artifacts, sessions, reader, schemas, digest, now } = deps;
  const settle = makeSettleJob(deps);
  return async (run, job, signal) => {
    const request = WatchVideoRequest.parse(job.request);
    const session = await sessions.find(job.org_id, request.session_id ?? '');
    if (!session) throw notFound('session');
    const { job_id: jobId, wallet } = job;
    const charged = await runs.charge(
      run,
      (account) =>
        charge(
          account,
          { jobId, wallet, price: FOLLOW_UP_PRICE, reason: 'watch_video:follow_up' },
          now(),
        ),
      { detail: session.depth, cacheHit: false },
    );
    await settle({
      run,
      job: charged,
      question: ['follow-up', jobId],
      pays: { level: 'watch_video:follow_up', window: [0, 0] },
      price: () => ({ price: FOLLOW_UP_PRICE, cacheHit: false }),
      make: async () => {
        const found = await readFound(artifacts, session);
        const reading = await reader.followUp(
          { ...found, asked: session.asked },
          askingOf(request),
          nonceOf(digest, jobId),
          signal,
        );
        const composed = await composeAnswer(schemas, reading, schemaOf(request));
        await sessions.remember(session, {
          question: beginning(request.question ?? '', REMEMBERED_CHARACTERS),
          answer: beginning(composed.answer, REMEMBERED_CHARACTERS),
        });
        const result: StoredAnswer = {
          session_id: session.session_id as StoredAnswer['session_id'],
          ...composed,
          unresolved: leftToLookAt(composed, reading),
          notes: [answeredBy(reader), 'Answered out of what the session found.'],
          tokens: reading.tokens,
          shortfall: NO_SHORTFALL,
        };
        return { result, whole: true };
      },
    });
  };
}
