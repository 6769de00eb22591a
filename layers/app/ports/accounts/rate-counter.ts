/** Counts events of which only so many are allowed in a stretch of time. */
export interface RateCounter {
  /**
   * Counts one event, and returns how many that makes.
   * @param subject what is counted, and whose
   * @param windowStart RFC 3339; the count of another window is another count
   * @param windowSeconds after which nobody asks for it any more
   */
  count(subject: string, windowStart: string, windowSeconds: number): Promise<number>;
}
