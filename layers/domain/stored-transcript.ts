import type { z } from 'zod';
import { Shortfall } from './shortfall.ts';
import { TranscriptResult } from './transcript.ts';

/**
 * A transcript as it is kept: with the times of its words, whatever format was asked, and nothing of
 * the job that asked.
 */
export const StoredTranscript = TranscriptResult.omit({
  job_id: true,
  status: true,
  credits_charged: true,
  cache_hit: true,
  subtitles: true,
}).extend({ shortfall: Shortfall });
export type StoredTranscript = z.infer<typeof StoredTranscript>;
