import { type Api, bodyOf } from './client.ts';
import type { Answer, FramesResult, Job, JobSummary, TranscriptResult } from './types.ts';
import { walked } from './walked.ts';

export type Result = FramesResult | TranscriptResult | Answer;

/** A job with all of its result, once there is one. */
type ReadJob = Omit<Job, 'result'> & { readonly result?: Result };

/** A job with its result, if it has one by now. What is read this way is not charged again. */
export async function readJob(api: Api, jobId: string): Promise<ReadJob> {
  const { result, ...job } = await bodyOf(
    api.GET('/v1/jobs/{jobId}', { params: { path: { jobId } } }),
  );
  // What the client reads of an answer forgets the lengths of lists.
  const whole = job.status === 'succeeded' ? { result: result as Result } : {};
  return { ...(job as Omit<Job, 'result'>), ...whole };
}

/** The newest jobs, of all videos or of one, without their results. */
export const newestJobs = (
  api: Api,
  most: number,
  of: { readonly video_id?: string } = {},
): Promise<JobSummary[]> =>
  walked(async (page) => {
    const query = { ...of, ...page };
    const { jobs, next } = await bodyOf(api.GET('/v1/jobs', { params: { query } }));
    return { items: jobs as JobSummary[], next };
  }, most);

export const isFrames = (result: Result | undefined): result is FramesResult =>
  result !== undefined && 'sheets' in result;

export const isTranscript = (result: Result | undefined): result is TranscriptResult =>
  result !== undefined && 'segments' in result;

export const isAnswer = (result: Result | undefined): result is Answer =>
  result !== undefined && 'seen_at' in result;
