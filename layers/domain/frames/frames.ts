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
import { Transcript } from '../transcript/transcript.ts';
import { Video } from '../videos/video.ts';
import { LEVELS, Level } from './levels.ts';
import { OnScreenText } from './on-screen-text.ts';
import { Signal } from './signal.ts';
import { Technical } from './technical.ts';

const seconds = z.number();
const size = z.tuple([z.int(), z.int()]);

/** How an answer brings its sheets. */
export const SheetsAs = z.enum(['urls', 'base64']);

export const FramesRequest = z
  .strictObject({
    ...sourceFields,
    detail: z
      .enum(['auto', ...LEVELS])
      .default('auto')
      .describe(
        'How close to look. auto takes the closest level that covers the window at its own rate; fine and motion, which are priced by the second, are asked for by name.',
      ),
    ...windowFields,
    transcribe: z.boolean().default(true).describe('Also return what is said.'),
    language: languageField,
    qa: z
      .boolean()
      .default(true)
      .describe(
        'Measure cuts, freezes, black pictures and silences; windows over 15 minutes go without.',
      ),
    signals: z
      .union([z.enum(['off', 'basic', 'full']), z.boolean()])
      .default('full')
      .transform((mode) => (mode === true ? 'full' : mode === false ? 'off' : mode))
      .describe(
        'What to look for between the tiles. basic: inserts, flashes, dissolves. full or true: everything. off or false: nothing.',
      ),
    read_text: z
      .boolean()
      .default(false)
      .describe(
        'Also read what is written on the screen: lines in Latin letters, with their times and places. Costs half a credit a minute more.',
      ),
    overlap: z
      .boolean()
      .default(false)
      .describe(
        'Begin each sheet with the tile that ended the sheet before it; not where a sheet holds one.',
      ),
    fps: z
      .number()
      .gt(0)
      .max(120)
      // The finest rate that is kept apart from none; databases hold nothing as small as a float
      // can be.
      .transform((rate) => Math.max(rate, 1e-6))
      .optional()
      .describe("Tiles per second, instead of the level's own."),
    cols: z.int().min(1).max(16).optional().describe('Columns of tiles on a sheet.'),
    rows: z.int().min(1).max(16).optional().describe('Rows of tiles on a sheet.'),
    sheet_width: z
      .int()
      .min(200)
      .max(1568)
      .optional()
      .describe(
        'Width of a sheet in pixels; less where a sheet so wide would be higher than 1568.',
      ),
    return: SheetsAs.default('urls').describe(
      'How sheets come back: as links that expire, or as JPEG bytes inside the answer.',
    ),
    ...deliveryFields,
    estimate: estimateField,
  })
  .refine(...exactlyOneSource)
  .meta({ id: 'FramesRequest', ...oneSourceSchema });
export type FramesRequest = z.infer<typeof FramesRequest>;

export const Sheet = z
  .strictObject({
    page: z.int().min(1).describe('Place among the sheets, from 1.'),
    t0: seconds.describe('Second of the first tile.'),
    t1: seconds.describe('Second of the last tile.'),
    n_frames: z.int().min(1),
    frame_times: z
      .array(seconds)
      .describe(
        'When each tile was shown, in reading order: the presentation time of the frame it holds.',
      ),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    estimated_vision_tokens: z.int().describe('ceil(width / 28) x ceil(height / 28).'),
    spoken: z
      .string()
      .describe(
        'What is said between its first tile and the next sheet, as far as the transcript goes: empty where that is null, and behind its `truncated.next_start`.',
      ),
    qa_flags: z
      .array(z.string())
      .describe(
        '`cut:12.40`, `freeze:3.00-5.20`, `black:…`, `silence:…`; with `read_text` also `text:1.20-3.60`; `untranscribed:…` where the transcript ended before, so that `spoken` tells nothing.',
      ),
    url: z.url().optional().describe('A link that expires; with `return` urls.'),
    b64: z.string().optional().describe('The JPEG itself; with `return` base64.'),
  })
  .meta({ id: 'Sheet' });
export type Sheet = z.infer<typeof Sheet>;

export const Coverage = z
  .strictObject({
    covered_seconds: seconds,
    of_total: seconds,
    is_full_video: z
      .boolean()
      .describe('Whether all of the video is in here, from its first to its last second.'),
    gaps: z
      .array(z.strictObject({ start: seconds, end: seconds }))
      .describe('Stretches of the video that this answer does not show.'),
    truncated: z
      .strictObject({ requested_end: seconds, next_start: seconds, reason: z.string() })
      .optional()
      .describe('Where a cap ended the call early: call again with `start` set to next_start.'),
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
    credits_charged: chargedField,
    cache_hit: z
      .boolean()
      .describe('Whether this window was paid for before; then it costs a fifth.'),
    video: Video,
    detail: Level,
    fps: z.number(),
    fps_capped_to_source: z
      .boolean()
      .describe('The source has fewer frames than were asked for, so each was taken once.'),
    window: z.tuple([seconds, seconds]).describe('[start, end] that was asked, in seconds.'),
    coverage: Coverage,
    geometry: Geometry,
    total_frames: z.int(),
    total_estimated_vision_tokens: z.int(),
    sheets: z.array(Sheet),
    transcript: Transcript.nullable(),
    technical: Technical,
    signal: Signal.optional().describe(
      'Left out when `signals` was off: that says nothing about the video.',
    ),
    on_screen_text: z
      .array(OnScreenText)
      .optional()
      .describe(
        'Lines that are written on the screen, in order of time; with `read_text`. Left out where nothing reads them: `notes` says so.',
      ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'FramesResult' });
export type FramesResult = z.infer<typeof FramesResult>;
