import type { Event, Join } from './happening.ts';
import type { Take } from './take.ts';

/** A shot on the clip's line. */
export interface LaidShot {
  readonly event: Event;
  /** What joins the shot to the next one; undefined for the last. */
  readonly join: Join | undefined;
  readonly take: Take;
  /** Strength of the grain of its camera; 0 for none. */
  readonly grain: number;
  /** Its first frame, in frames of the clip. All others count from this one. */
  readonly from: number;
  /** Frames that still show the shot before, or black, and those after them. */
  readonly lead: number;
  readonly length: number;
  /** What happens in the shot begins and ends between these, clear of its joins. */
  readonly inner: number;
  readonly outer: number;
}
