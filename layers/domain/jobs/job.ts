import { z } from 'zod';
import { nameField } from '../calls/source-request.ts';
import { ApiError } from '../errors.ts';
import { FramesResult } from '../frames/frames.ts';
import { PartialFrames } from '../frames/partial-frames.ts';
import { id } from '../ids.ts';
import { countField } from '../query-number.ts';
import { Answer } from '../questions/question.ts';
import { TranscriptResult } from '../transcript/transcript.ts';

export const OPERATIONS = ['frames', 'transcript', 'watch_video'] as const;
export const Operation = z.enum(OPERATIONS);
export type Operation = z.infer<typeof Operation>;

export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export const JobState = z.enum(JOB_STATES);
export type JobState = z.infer<typeof JobState>;

/** Moves a job may make; a state without moves is terminal. */
export const JOB_MOVES: Readonly<Record<JobState, readonly JobState[]>> = {
  queued: ['running', 'failed', 'cancelled'],
  running: ['succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
};

export const isTerminal = (state: JobState): boolean => JOB_MOVES[state].length === 0;

const dateTime = z.iso.datetime();

export const QueuedJob = z
  .strictObject({
    job_id: id('job'),
    status: z.literal('queued'),
    queue: z.string(),
    queued_at: dateTime,
  })
  .meta({ id: 'QueuedJob' });
export type QueuedJob = z.infer<typeof QueuedJob>;

/** How far the fetch of a link has come. */
const FetchProgress = z
  .strictObject({
    stage: z.enum(['fetching', 'reading']),
    bytes: z.int().min(0).describe('Bytes of the source that are here.'),
    of: z.int().min(0).nullable().describe('Bytes that it has; null where the site does not say.'),
    seconds_left: z.number().min(0).nullable().describe('Of the fetch; null while nobody knows.'),
  })
  .meta({ id: 'FetchProgress' });

/** How far the reading of a question has come. */
const QuestionProgress = z
  .strictObject({
    stage: z.enum(['surveying', 'opening', 'answering', 'checking']),
    done: z
      .int()
      .min(0)
      .describe('Chunks of the video that were surveyed, in the stage surveying.'),
    of: z.int().min(0),
  })
  .meta({ id: 'QuestionProgress' });

/** How far a read has come, or the listening to a long video. */
const ReadProgress = z
  .strictObject({
    stage: z.enum(['decoding', 'listening']),
    done: z
      .int()
      .min(0)
      .describe(
        'Of a long read, segments that were decoded; of one that is read in one go, sheets that were drawn, told of once it takes some seconds. In the stage listening, windows of speech that were recognised; until it is known how many there are, `of` is 1. Pictures that are drawn while others listen are told of first.',
      ),
    of: z.int().min(0),
  })
  .meta({ id: 'ReadProgress' });

/** How far a running job has come. */
export const JobProgress = z
  .union([FetchProgress, QuestionProgress, ReadProgress])
  .meta({ id: 'JobProgress' });
export type JobProgress = z.infer<typeof JobProgress>;

/** A job without what it made: as lists and webhooks tell of it. */
export const JobSummary = z
  .strictObject({
    job_id: id('job'),
    status: JobState,
    operation: Operation,
    video_id: id('vid').describe('The video that it is about.'),
    detail: z.string().nullable().describe('The level, for frames; null until it is settled.'),
    question: z
      .string()
      .optional()
      .describe('Of watch_video: what was asked. Without it, what happens in the video.'),
    queue: z.string(),
    credits_charged: z
      .number()
      .min(0)
      .nullable()
      .describe('null until the price is known. What was given back is taken off at the end.'),
    cache_hit: z.boolean(),
    queued_at: dateTime,
    started_at: dateTime.nullable(),
    finished_at: dateTime.nullable(),
    error: ApiError.nullable().describe('What a call that waits would have been answered.'),
    progress: JobProgress.optional().describe(
      'While a video is fetched from a link, while it is read for some seconds or a long one is listened to, and while a question is read.',
    ),
  })
  .meta({ id: 'JobSummary' });
export type JobSummary = z.infer<typeof JobSummary>;

/** What each operation is answered with. */
const RESULTS = {
  frames: FramesResult,
  transcript: TranscriptResult,
  watch_video: Answer,
} satisfies Record<Operation, z.ZodType>;

export const Job = JobSummary.extend({
  result: z
    .union([...Object.values(RESULTS), PartialFrames])
    .optional()
    .describe(
      'From succeeded on: the answer of a call that waits. While a long video is read or listened to for frames, `partial`: what was drawn so far.',
    ),
}).meta({ id: 'Job' });
export type Job = z.infer<typeof Job>;

export const JobParams = z.strictObject({ jobId: nameField });
export type JobParams = z.infer<typeof JobParams>;

export const JobList = z
  .strictObject({
    jobs: z.array(JobSummary).describe('Newest first.'),
    next: z.string().nullable().describe('Send it as `next` for the jobs before these.'),
  })
  .meta({ id: 'JobList' });
export type JobList = z.infer<typeof JobList>;

export const JobListQuery = z.strictObject({
  limit: countField(1, 100, 20).describe('Jobs to return.'),
  next: id('job').optional().describe('From the answer before.'),
  video_id: nameField.optional().describe('Only jobs about this video.'),
});
export type JobListQuery = z.infer<typeof JobListQuery>;
