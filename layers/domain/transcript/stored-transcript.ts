import { z } from 'zod';
import { Shortfall } from '../accounts/shortfall.ts';
import { TranscriptResult } from './transcript.ts';

/**
 * A transcript as it is kept: in every form that can be asked for, and with nothing of the job that
 * asked.
 */
export const StoredTranscript = TranscriptResult.omit({
  job_id: true,
  status: true,
  credits_charged: true,
  cache_hit: true,
  subtitles: true,
}).extend({
  /** The segments with the times of their words. */
  timed_segments: TranscriptResult.shape.segments,
  /** Subtitle files. */
  srt: z.string(),
  vtt: z.string(),
  shortfall: Shortfall,
});
