import { z } from 'zod';
import { id } from './ids.ts';
import { LEVELS, Level } from './levels.ts';
import { Signal } from './signal.ts';
import {
  deliveryFields,
  exactlyOneSource,
  languageField,
  sourceFields,
  windowFields,
} from './source-request.ts';
import { Technical } from './technical.ts';
import { Transcript } from './transcript.ts';
import { Video } from './video.ts';

const seconds = z.number();
const size = z.tuple([z.int(), z.int()]);

export const FramesRequest = z
  .strictObject({
    ...sourceFields,
    detail: z
      .enum(['auto', ...LEVELS])
      .default('auto')
      .describe('auto picks the finest level that covers the window.'),
    ...windowFields,
    transcribe: z.boolean().default(true).describe('Transcribe the sound beside the frames.'),
    language: languageField,
    qa: z.boolean().default(true).describe('Run the cut, freeze, black and silence detectors.'),
    signals: z
      .union([z.enum(['off', 'basic', 'full']), z.boolean()])
      .default('full')
      .transform((mode) => (mode === true ? 'full' : mode === false ? 'off' : mode))
      .describe('How much of the between-frame pass to run.'),
    overlap: z
      .boolean()
      .default(false)
      .describe('Each sheet starts with the last frame of the one before.'),
    fps: z.number().gt(0).max(120).optional().describe("Overrides the level's tiles per second."),
    cols: z.int().min(1).max(16).optional().describe('Grid columns.'),
    rows: z.int().min(1).max(16).optional().describe('Grid rows.'),
    sheet_width: z.int().min(200).max(1568).optional().describe('Sheet width in pixels.'),
    return: z
      .enum(['urls', 'base64'])
      .default('urls')
      .describe('urls: signed, time-limited links. base64: JPEG bytes in the answer.'),
    ...deliveryFields,
  })
  .refine(...exactlyOneSource)
  .meta({ id: 'FramesRequest' });
export type FramesRequest = z.infer<typeof FramesRequest>;

export const Sheet = z
  .strictObject({
    page: z.int().min(1).describe('Reading order, from 1.'),
    t0: seconds.describe('Second of the first tile.'),
    t1: seconds.describe('Second of the last tile.'),
    n_frames: z.int().min(1),
    frame_times: z
      .array(seconds)
      .describe('The second of every tile, left to right, then top to bottom.'),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    estimated_vision_tokens: z.int().describe('ceil(width / 28) x ceil(height / 28).'),
    spoken: z.string().describe("What was said across the sheet's window."),
    qa_flags: z
      .array(z.string())
      .describe('`cut:12.40`, `freeze:3.00-5.20`, `black:…`, `silence:…`.'),
    url: z.url().optional().describe('Signed and time-limited; with `return` urls.'),
    b64: z.string().optional().describe('JPEG bytes; with `return` base64.'),
  })
  .meta({ id: 'Sheet' });
export type Sheet = z.infer<typeof Sheet>;

export const Coverage = z
  .strictObject({
    covered_seconds: seconds,
    of_total: seconds,
    is_full_video: z.boolean().describe('True for second 0 to the end with nothing left out.'),
    gaps: z
      .array(z.strictObject({ start: seconds, end: seconds }))
      .describe('Every second not covered.'),
    truncated: z
      .strictObject({ requested_end: seconds, next_start: seconds, reason: z.string() })
      .optional()
      .describe('Present when a cap cut the call short; resume at next_start.'),
  })
  .meta({ id: 'Coverage' });
export type Coverage = z.infer<typeof Coverage>;

export const Geometry = z.strictObject({
  grid: size.describe('[columns, rows].'),
  frames_per_sheet: z.int(),
  tile: size.describe('[width, height] in pixels.'),
  sheet: size.describe('[width, height] of a full sheet, in pixels.'),
  frame_interval_ms: z.number().nullable(),
});
export type Geometry = z.infer<typeof Geometry>;

export const FramesResult = z
  .strictObject({
    job_id: id('job'),
    status: z.literal('succeeded'),
    credits_charged: z.number().nullable(),
    cache_hit: z.boolean().describe('The window had been paid for; billed at 20 %.'),
    video: Video,
    detail: Level,
    fps: z.number(),
    fps_capped_to_source: z.boolean().describe("The level's rate exceeded the source's."),
    window: z.tuple([seconds, seconds]).describe('[start, end] that was asked, in seconds.'),
    coverage: Coverage,
    geometry: Geometry,
    total_frames: z.int(),
    total_estimated_vision_tokens: z.int(),
    sheets: z.array(Sheet),
    transcript: Transcript.nullable(),
    technical: Technical,
    signal: Signal.optional().describe('Absent when not asked for.'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'FramesResult' });
export type FramesResult = z.infer<typeof FramesResult>;
