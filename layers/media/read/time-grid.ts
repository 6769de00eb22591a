import type { PictureStream } from '../../domain/sources/probe.ts';

/**
 * A second asked and a frame's own second are the same moment when they round to the same
 * millisecond. A frame just half of one later rounds up, to the next: without what is taken off here,
 * floating point would decide, and not in the same way for a tile and for the time that is told of it.
 */
export const JUST_UNDER_HALF_MILLISECOND = 0.0005 - 1e-7;
/** Times this far outside of the video are damaged. */
const OUTSIDE_SECONDS = 2;
/** Largest denominator that ffmpeg's fractions hold. */
const MAX_DENOMINATOR = 2 ** 31 - 1;

/** Conversions between the response's clock (first frame = 0) and the stream's ticks. */
export class TimeGrid {
  readonly #picture: PictureStream;
  constructor(picture: PictureStream) {
    this.#picture = picture;
  }

  /** Second of a frame on the response's clock. */
  secondsOf(pts: number): number {
    const { timeBase, firstPts } = this.#picture;
    return ((pts - firstPts) * timeBase[0]) / timeBase[1];
  }

  /** Second on the file's own clock, as seeking takes it. */
  fileSeconds(seconds: number): number {
    const { timeBase, firstPts } = this.#picture;
    return (firstPts * timeBase[0]) / timeBase[1] + seconds;
  }

  /** True when a player shows the frame, or a later one, at the asked second. */
  shownBy(pts: number, seconds: number): boolean {
    return this.secondsOf(pts) < seconds + JUST_UNDER_HALF_MILLISECOND;
  }

  /** First tick that lies after the given second. */
  endTicks(seconds: number): number {
    const { timeBase, firstPts } = this.#picture;
    return (
      firstPts + Math.ceil(((seconds + JUST_UNDER_HALF_MILLISECOND) * timeBase[1]) / timeBase[0])
    );
  }

  /**
   * A filter without the frames that a damaged file gives times far outside of it: they would stand
   * for all that follow.
   */
  plausible(duration: number): string {
    const { timeBase, firstPts } = this.#picture;
    const slack = Math.ceil((OUTSIDE_SECONDS * timeBase[1]) / timeBase[0]);
    const end = this.endTicks(duration) + slack;
    return `select='between(pts\\,${firstPts - slack}\\,${end})'`;
  }

  /**
   * Filters after which the frame shown at the asked second has a time of at most 0. The time base
   * is made a thousand times finer first, so that a start between two ticks stays exact.
   */
  shiftFilters(seconds: number): string[] {
    const { timeBase, firstPts } = this.#picture;
    const [numerator, denominator] = timeBase;
    const finer = Math.max(1, Math.min(1000, Math.floor(MAX_DENOMINATOR / denominator)));
    const shift =
      firstPts * finer +
      Math.ceil(((seconds + JUST_UNDER_HALF_MILLISECOND) * denominator * finer) / numerator) -
      1;
    return [`settb=expr=${numerator}/${denominator * finer}`, `setpts=PTS-(${shift})`];
  }
}
