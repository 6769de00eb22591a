import type { WatchVideoRequest } from '../../domain/questions/question.ts';
import { makeReportProgress } from '../jobs/report-progress.ts';
import type { Make } from '../operations/operation.ts';
import type { JobRuns, Run } from '../ports/jobs/jobs.ts';
import type { Subject } from './material.ts';
import { type ReadingDeps, readQuestion } from './read-question.ts';
import type { Reader } from './reading.ts';

interface Tools extends Omit<ReadingDeps, 'reader'> {
  readonly runs: Pick<JobRuns, 'extend'>;
  /** Whoever reads for a run; what it asks of a model is counted on the run's job. */
  readonly readerFor: (run: Run) => Reader;
}

/** What a job makes that reads a video for a question: an answer, and a session to ask on in. */
export const answerMaker =
  ({ runs, readerFor, ...deps }: Tools): Make<WatchVideoRequest, Subject> =>
  ({ run, job, source, request, plan }, signal) =>
    readQuestion(
      { ...deps, reader: readerFor(run) },
      {
        jobId: job.job_id,
        request,
        subject: { ...plan, source, run },
        report: makeReportProgress({ runs, now: deps.now }, run),
      },
      signal,
    );
