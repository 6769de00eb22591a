/**
 * Filters that tell of each frame that passes, on ffmpeg's messages: a line of one number, the time
 * in ticks and a fraction that says what it is. `showinfo` tells it in fourteen writes a frame.
 */
export const TELL_FRAME = "select='1+0*print(pts+key/4)'";
/** A tile's own time is not told: it is the second that was asked for, not that of the frame. */
export const TELL_TILE = "select='1+0*print(1/2)'";
/** Tells of a frame that is made into a picture for reading. */
export const TELL_TEXT = "select='1+0*print(pts+3/4)'";

/** Parts of one in which pixel aspects are told. */
export const ASPECT_UNIT = 1000;
/**
 * An expression for a side of `scale` that is 0 and tells the pixel aspect of its pictures, where it
 * begins and where they change.
 */
export const TELL_ASPECT = `0*print(round(sar*${ASPECT_UNIT})+1/8)`;

const FRAME_LINE = /^(?:\[Eval[^\]]*\] )?\[info\] (-?\d+\.\d{6})$/;
const KEY = 0.25;
const TILE = 0.5;
const TEXT = 0.75;
const ASPECT = 0.125;
const placeOf = new Map<number, PassedFrame['place']>([
  [TILE, 'tile'],
  [TEXT, 'text'],
  [ASPECT, 'aspect'],
]);

/** A frame that passed one of the filters. */
export interface PassedFrame {
  readonly place: 'clock' | 'tile' | 'text' | 'aspect';
  /** Presentation time in ticks; of an aspect, that in its unit. */
  readonly pts: number;
  readonly isKey: boolean;
}

/** What a line of ffmpeg's messages tells of a frame; most other lines tell nothing. */
export function passedFrame(line: string): PassedFrame | undefined {
  const [, number] = FRAME_LINE.exec(line) ?? [];
  if (number === undefined) return undefined;
  const pts = Math.floor(Number(number));
  const fraction = Number(number) - pts;
  return { place: placeOf.get(fraction) ?? 'clock', pts, isKey: fraction === KEY };
}
