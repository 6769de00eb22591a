import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { AlreadyRead, WatchVideoRequest } from '../../domain/questions/question.ts';
import {
  type AcceptDeps,
  type Answering,
  type Checked,
  makeAcceptJob,
} from '../calls/accept-job.ts';
import { type CheckQuestionDeps, makeCheckQuestion } from './check-question.ts';
import type { Asker } from './question-source.ts';

/** What a question is answered with: a job, or the price of asking what was read before. */
export type Accepted =
  | {
      readonly job: JobRecord;
      /** The job was another caller's: its answer is given again, free. */
      readonly joined: boolean;
    }
  | { readonly alreadyRead: AlreadyRead };

/**
 * Accepts a question. The same question is one reading and one charge, however many ask it at once. A new
 * question about a video that was read already is answered with its prices, and starts nothing.
 * @throws DomainError invalid_schema before anything else, video_not_found, invalid_request, invalid_window,
 * window_too_long, tier_limit, insufficient_credits, rate_limited, source_unavailable, no_video_stream
 */
export function makeAskQuestion(deps: AcceptDeps & CheckQuestionDeps) {
  const acceptJob = makeAcceptJob(deps);
  const checkQuestion = makeCheckQuestion(deps);
  return async (principal: Asker, request: WatchVideoRequest): Promise<Accepted> => {
    const look = await checkQuestion(principal, request);
    let joined = false;
    const check = async (): Promise<Checked | Answering> => {
      const question = await look();
      joined = question.kind === 'answered' || question.kind === 'under_way';
      if (question.kind === 'already_read') throw new StartsNothing(question.statement);
      return question.kind === 'under_way' ? { answering: question.job } : question.checked;
    };
    try {
      const job = await acceptJob({ principal, operation: 'watch_video', request }, check);
      return { job, joined: isOther(job, request) ?? joined };
    } catch (error) {
      if (error instanceof StartsNothing) return { alreadyRead: error.statement };
      throw error;
    }
  };
}

/** Whether a job was made by another call than the one under an idempotency key. */
const isOther = (
  job: JobRecord,
  { idempotency_key: key }: WatchVideoRequest,
): boolean | undefined => (key === undefined ? undefined : job.idempotency_key !== key);

/** Ends an acceptance that makes no job. */
class StartsNothing extends Error {
  override readonly name = 'StartsNothing';
  readonly statement: AlreadyRead;

  constructor(statement: AlreadyRead) {
    super('the video was read already');
    this.statement = statement;
  }
}
