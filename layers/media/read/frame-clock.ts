const FRAME_LINE = /^\[showinfo@(\w+) @ [^\]]+\] (?:\[info\] )?n: *\d+ pts: *(-?\d+) .* iskey:(\d)/;

/** A frame that passed a `showinfo@<place>` filter. */
export interface PassedFrame {
  readonly place: string;
  /** Presentation time in ticks. */
  readonly pts: number;
  readonly isKey: boolean;
}

/** What a line of ffmpeg's messages tells of a frame; most lines tell nothing. */
export function passedFrame(line: string): PassedFrame | undefined {
  const [, place, pts, key] = FRAME_LINE.exec(line) ?? [];
  return place === undefined ? undefined : { place, pts: Number(pts), isKey: key === '1' };
}
