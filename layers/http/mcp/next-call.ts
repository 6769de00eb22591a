import { z } from 'zod';
import { id } from '../../domain/ids.ts';
import { JobProgress, JobState, type QueuedJob } from '../../domain/jobs/job.ts';
import { LONGEST_WAIT_SECONDS, type ToolAnswer } from './tool.ts';

/** A call that goes on from an answer, ready to be made. */
export const NextCall = z
  .strictObject({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })
  .describe('The call that goes on from here, with arguments that work as they stand.');
export type NextCall = z.infer<typeof NextCall>;

/** Said of a job that has not ended yet. */
export const UnderWay = z.strictObject({
  job_id: id('job'),
  status: JobState.extract(['queued', 'running']),
  queued_at: z.iso.datetime(),
  progress: JobProgress.optional(),
  next: NextCall,
});
export type UnderWay = z.infer<typeof UnderWay>;

export const waitOn = (jobId: string): NextCall => ({
  tool: 'get_job',
  arguments: { job_id: jobId, wait: LONGEST_WAIT_SECONDS },
});

/** Answers a call whose job outlasts the wait: nothing is lost, and asking for it is free. */
export const underWay = ({ job_id, queued_at }: QueuedJob): ToolAnswer<UnderWay> => ({
  structured: { job_id, status: 'queued', queued_at, next: waitOn(job_id) },
});

/** True of a result that is only the name of a job. */
export const isUnderWay = (result: object): result is QueuedJob =>
  'status' in result && result.status === 'queued';
