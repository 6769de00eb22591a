import { z } from 'zod';
import { Segment } from './transcript.ts';

/** What a recogniser heard in a stretch. */
export const RecognisedStretch = z.strictObject({
  /** BCP 47; null when it could not be told. */
  language: z.string().nullable(),
  /** With the times of their words, in seconds from the first frame of the video. */
  segments: z.array(Segment),
});
export type RecognisedStretch = z.infer<typeof RecognisedStretch>;
