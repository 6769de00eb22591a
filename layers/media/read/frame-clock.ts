import { ticks } from './printed.ts';

/**
 * Filters that tell of each frame that passes, on ffmpeg's messages: one number, the time in ticks
 * and a fraction that says what it is. `showinfo` tells it in fourteen writes a frame.
 */
export const TELL_FRAME = `select='1+${ticks.print('pts+key/4')}'`;
/** A tile's own time is not told: it is the second that was asked for, not that of the frame. */
export const TELL_TILE = `select='1+${ticks.print('1/2')}'`;
/** Tells of a frame that is made into a picture for reading. */
export const TELL_TEXT = `select='1+${ticks.print('pts+3/4')}'`;

/** Tells whether a frame is of two fields, and which of them is shown first. */
export const TELL_FIELDS = `select='1+${ticks.print('interlace_type+5/8')}'`;
/** By the numbers that ffmpeg has for them. */
const FIELD_ORDERS = [null, 'top', 'bottom'] as const;

/** Parts of one in which pixel aspects are told. */
const ASPECT_UNIT = 1000;
/** A side is less than this. */
const SIDE_UNIT = 65_536;
/**
 * An expression for a side of `scale` that is 0 and tells the size of its pictures and the aspect
 * of their pixels, of the first and where they change.
 */
export const TELL_FORM = [`iw*${SIDE_UNIT}+ih+1/8`, `round(sar*${ASPECT_UNIT})+3/8`]
  .map(ticks.print)
  .join('+');

/** What the fractions say. */
const KEY = 0.25;
const TILE = 0.5;
const TEXT = 0.75;
const SIZE = 0.125;
const ASPECT = 0.375;
const FIELDS = 0.625;

/** Which field of a frame is shown first; null of a progressive one. */
export type FieldOrder = (typeof FIELD_ORDERS)[number];

/** What one of the filters tells. Times are presentation times in ticks. */
export type Told =
  | { readonly what: 'frame'; readonly pts: number; readonly isKey: boolean }
  | { readonly what: 'tile' }
  | { readonly what: 'text'; readonly pts: number }
  | { readonly what: 'fields'; readonly order: FieldOrder }
  /** Of the frames from the next one on. */
  | { readonly what: 'size'; readonly width: number; readonly height: number }
  | { readonly what: 'aspect'; readonly pixelAspect: number };

/** What a line of ffmpeg's messages tells of frames; most other lines tell nothing. */
export function told(line: string): Told | undefined {
  const number = ticks.read(line);
  if (number === undefined) return undefined;
  const whole = Math.floor(number);
  switch (number - whole) {
    case TILE:
      return { what: 'tile' };
    case TEXT:
      return { what: 'text', pts: whole };
    case SIZE:
      return { what: 'size', width: Math.floor(whole / SIDE_UNIT), height: whole % SIDE_UNIT };
    case ASPECT:
      return { what: 'aspect', pixelAspect: whole / ASPECT_UNIT };
    case FIELDS:
      return { what: 'fields', order: FIELD_ORDERS[whole] ?? null };
    case KEY:
      return { what: 'frame', pts: whole, isKey: true };
    default:
      return { what: 'frame', pts: whole, isKey: false };
  }
}
