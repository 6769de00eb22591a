import { z } from 'zod';

const seconds = z.number();
const fraction = z.number().min(0).max(1);
const confidence = fraction.describe('0 to 1.');
const spanned = { start: seconds, end: seconds, confidence };

export const CAMERA_MOVES = [
  'pan_left',
  'pan_right',
  'tilt_up',
  'tilt_down',
  'zoom_in',
  'zoom_out',
  'shake',
] as const;
/** `out` opens from the middle of the picture, `in` closes in on it, as an iris does. */
export const WIPE_DIRECTIONS = ['left', 'right', 'up', 'down', 'out', 'in'] as const;

/** What happened between the tiles, measured on a small picture of every frame. */
export const Signal = z
  .strictObject({
    mode: z.enum(['basic', 'full']),
    frames_read: z.int().min(0),
    inserts: z.array(z.strictObject({ at: seconds, frames: z.int().min(1), confidence })),
    flashes: z.array(z.strictObject(spanned)),
    dissolves: z.array(z.strictObject(spanned)),
    overlays: z
      .array(
        z.strictObject({
          start: seconds,
          end: seconds.nullable(),
          region: z
            .tuple([fraction, fraction, fraction, fraction])
            .describe('[x0, y0, x1, y1] as fractions of the picture.'),
          confidence,
          text: z
            .string()
            .optional()
            .describe('What is written in it, a line below another; with `read_text`.'),
        }),
      )
      .optional(),
    camera_moves: z.array(z.strictObject({ ...spanned, kind: z.enum(CAMERA_MOVES) })).optional(),
    wipes: z.array(z.strictObject({ ...spanned, direction: z.enum(WIPE_DIRECTIONS) })).optional(),
    whip_blurs: z.array(z.strictObject(spanned)).optional(),
    fades: z.array(z.strictObject({ ...spanned, kind: z.enum(['in', 'out']) })).optional(),
  })
  .meta({ id: 'Signal' });
export type Signal = z.infer<typeof Signal>;
