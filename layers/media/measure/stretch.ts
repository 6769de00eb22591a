/** A stretch of seconds. */
export interface Stretch {
  start: number;
  end: number;
}

/** Seconds that two share; below 0 those between them. */
export const shared = (a: Stretch, b: Stretch): number =>
  Math.min(a.end, b.end) - Math.max(a.start, b.start);

/** Whether each begins before the other ends. */
export const overlap = (a: Stretch, b: Stretch): boolean => a.start < b.end && b.start < a.end;
