import type { z } from 'zod';
import type { CallEstimated, QuestionEstimate } from '../../domain/calls/estimate.ts';
import type { FramesRequest, FramesResult } from '../../domain/frames/frames.ts';
import type { Job, JobList, JobProgress, JobSummary, QueuedJob } from '../../domain/jobs/job.ts';
import type {
  Transcript,
  TranscriptRequest,
  TranscriptResult,
} from '../../domain/transcript/transcript.ts';
import { JOB_ID, STORAGE, UPLOAD_ID, VIDEO_ID, video } from './story.ts';

const transcript: Transcript = {
  language: 'en',
  source: 'transcribed',
  text: 'The lamp turns once in ten seconds.',
  segments: [
    { start: 3.1, end: 4.1, text: 'The lamp turns once in ten seconds.', confidence: 0.94 },
  ],
  speech: { is_speech: true, confidence: 0.98, reason: 'Words in most of the window.' },
  low_confidence: [],
};

const framesResult: FramesResult = {
  job_id: JOB_ID,
  status: 'succeeded',
  credits_charged: 0.08,
  cache_hit: false,
  video,
  detail: 'detail',
  fps: 5,
  fps_capped_to_source: false,
  window: [3, 4.2],
  coverage: {
    covered_seconds: 1.2,
    of_total: 42.5,
    is_full_video: false,
    gaps: [
      { start: 0, end: 3 },
      { start: 4.2, end: 42.5 },
    ],
  },
  geometry: {
    grid: [2, 3],
    frames_per_sheet: 6,
    tile: [783, 440],
    sheet: [1568, 1324],
    frame_interval_ms: 200,
  },
  total_frames: 6,
  total_estimated_vision_tokens: 2688,
  sheets: [
    {
      page: 1,
      t0: 3,
      t1: 4,
      n_frames: 6,
      frame_times: [3, 3.2, 3.4, 3.6, 3.8, 4],
      width: 1568,
      height: 1324,
      bytes: 284_113,
      estimated_vision_tokens: 2688,
      spoken: 'The lamp turns once in ten seconds.',
      qa_flags: ['cut:3.40'],
      url: `${STORAGE}/sheet-1.jpg?signature=4f1c`,
    },
  ],
  transcript,
  technical: {
    scene_cuts: [3.4],
    pacing: {
      cuts: 1,
      segments: 2,
      median_segment_seconds: 0.6,
      shortest_segment_seconds: 0.4,
      longest_segment_seconds: 0.8,
      cuts_per_minute: 50,
    },
    freezes: [],
    blacks: [],
    silence_gaps: [],
    skipped: false,
  },
  notes: [],
};

export const jobSummary: JobSummary = {
  video_id: VIDEO_ID,
  job_id: JOB_ID,
  status: 'succeeded',
  operation: 'frames',
  detail: 'detail',
  queue: 'read',
  credits_charged: 0.08,
  cache_hit: false,
  queued_at: '2026-11-20T09:00:00.000Z',
  started_at: '2026-11-20T09:00:00.400Z',
  finished_at: '2026-11-20T09:00:03.100Z',
  error: null,
};

/** What a call would cost, but for what it shows. */
export const estimate: Omit<QuestionEstimate, 'depth' | 'sheets' | 'estimated_vision_tokens'> = {
  credits: 0.08,
  cache_hit: false,
  wallet: 'topup',
  balance_after: 99.92,
  window: [3, 4.2],
};

/** What is read of a video, and the jobs that read it. */
export const READS = {
  FramesRequest: {
    upload_id: UPLOAD_ID,
    detail: 'detail',
    start: 3,
    end: '0:04.2',
  } satisfies z.input<typeof FramesRequest>,
  FramesResult: framesResult,
  TranscriptRequest: { upload_id: UPLOAD_ID, format: 'srt' } satisfies z.input<
    typeof TranscriptRequest
  >,
  TranscriptResult: {
    ...transcript,
    job_id: JOB_ID,
    status: 'succeeded',
    credits_charged: 0.36,
    cache_hit: false,
    video,
    subtitles: '1\n00:00:03,100 --> 00:00:04,100\nThe lamp turns once in ten seconds.\n',
    notes: [],
  } satisfies TranscriptResult,
  QueuedJob: {
    job_id: JOB_ID,
    status: 'queued',
    queue: 'read',
    queued_at: '2026-11-20T09:00:00.000Z',
  } satisfies QueuedJob,
  Job: { ...jobSummary, result: framesResult } satisfies Job,
  JobProgress: {
    stage: 'fetching',
    bytes: 31_457_280,
    of: 118_200_000,
    seconds_left: 21,
  } satisfies JobProgress,
  JobList: { jobs: [jobSummary], next: null } satisfies JobList,
  CallEstimated: {
    estimate: { ...estimate, sheets: 1, estimated_vision_tokens: 2688, detail: 'detail' },
  } satisfies z.infer<typeof CallEstimated>,
};
