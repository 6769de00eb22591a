import { z } from 'zod';
import { chargedField } from '../accounts/charged-field.ts';
import {
  deliveryFields,
  estimateField,
  exactlyOneSource,
  languageField,
  oneSourceSchema,
  sourceFields,
  windowFields,
} from '../calls/source-request.ts';
import { id } from '../ids.ts';
import { Video } from '../videos/video.ts';
import { TRANSCRIPT_LIMITS } from './transcript-limits.ts';

const seconds = z.number();
const confidence = z.number().min(0).max(1);

const Word = z.strictObject({ start: seconds, end: seconds, word: z.string(), confidence });
export type Word = z.infer<typeof Word>;

export const Segment = z.strictObject({
  start: seconds,
  end: seconds,
  text: z.string(),
  confidence,
  words: z.array(Word).optional(),
});
export type Segment = z.infer<typeof Segment>;

export const Transcript = z
  .strictObject({
    language: z.string().nullable(),
    source: z
      .enum(['captions', 'transcribed'])
      .describe(
        'captions: written by the uploader, taken wherever there are any. transcribed: heard.',
      ),
    text: z.string(),
    segments: z.array(Segment),
    speech: z
      .strictObject({ is_speech: z.boolean(), confidence, reason: z.string() })
      .describe(
        'Whether anybody speaks, or sings words; singing without words and the murmur of a crowd are none. Where is_speech is false, words were heard into music or noise: do not use them.',
      ),
    low_confidence: z.array(
      z.strictObject({ start: seconds, end: seconds, text: z.string(), confidence }),
    ),
    truncated: z
      .strictObject({ next_start: seconds })
      .optional()
      .describe(
        `Where a transcript ends that is longer than one answer holds (${TRANSCRIPT_LIMITS}): call again with \`start\` set to next_start. What is behind it is not paid.`,
      ),
  })
  .meta({ id: 'Transcript' });
export type Transcript = z.infer<typeof Transcript>;

export const TranscriptRequest = z
  .strictObject({
    ...sourceFields,
    language: languageField,
    words: z.boolean().default(false).describe('Also time each word.'),
    ...windowFields,
    format: z
      .enum(['json', 'srt', 'vtt', 'text'])
      .default('json')
      .describe('srt and vtt add the text of a subtitle file as `subtitles`.'),
    ...deliveryFields,
    estimate: estimateField,
  })
  .refine(...exactlyOneSource)
  .meta({ id: 'TranscriptRequest', ...oneSourceSchema });
export type TranscriptRequest = z.infer<typeof TranscriptRequest>;

export const TranscriptResult = Transcript.extend({
  job_id: id('job'),
  status: z.literal('succeeded'),
  credits_charged: chargedField,
  cache_hit: z.boolean(),
  video: Video,
  subtitles: z.string().optional().describe('The subtitle file, for format srt and vtt.'),
  notes: z.array(z.string()),
}).meta({ id: 'TranscriptResult' });
export type TranscriptResult = z.infer<typeof TranscriptResult>;
