import { z } from 'zod';
import { ApiError } from './errors.ts';
import { FramesResult } from './frames.ts';
import { id } from './ids.ts';
import { TranscriptResult } from './transcript.ts';

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

export const Job = z
  .strictObject({
    job_id: id('job'),
    status: JobState,
    operation: Operation,
    detail: z.string().nullable(),
    queue: z.string(),
    credits_charged: z.number().nullable(),
    cache_hit: z.boolean(),
    queued_at: dateTime,
    started_at: dateTime.nullable(),
    finished_at: dateTime.nullable(),
    error: ApiError.nullable().describe('The body that the synchronous call would have had.'),
    result: z
      .union([FramesResult, TranscriptResult])
      .optional()
      .describe('Present once succeeded; equal to the synchronous answer.'),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof Job>;
