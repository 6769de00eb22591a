const FRAME_LINE = /^\[showinfo@(\w+) @ [^\]]+\] n: *\d+ pts: *(-?\d+) /;

/**
 * What a line of ffmpeg's messages tells of a frame that passed a `showinfo@<place>` filter: the
 * place and the presentation time in ticks. Other lines tell nothing.
 */
export function passedFrame(line: string): { place: string; pts: number } | undefined {
  const [, place, pts] = FRAME_LINE.exec(line) ?? [];
  return place === undefined ? undefined : { place, pts: Number(pts) };
}
