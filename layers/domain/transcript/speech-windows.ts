import type { KeptStretch } from './kept-speech.ts';

const SAMPLE_RATE = 16_000;
/**
 * Windows of a day of speech: each takes some of the 3,000 operations that an execution may have,
 * and its sound is held in memory where it is sent.
 */
const MOST_WINDOWS = 144;

/**
 * Puts stretches together to windows that are recognised at once, in order.
 * @param seconds of sound that a window has at most, unless a single stretch is longer, or there is
 * so much that there would be too many
 */
export function speechWindows(
  stretches: readonly KeptStretch[],
  seconds: number,
): readonly (readonly KeptStretch[])[] {
  const windows: KeptStretch[][] = [];
  const all = stretches.reduce((sum, { samples }) => sum + samples, 0);
  const most = Math.max(seconds * SAMPLE_RATE, all / MOST_WINDOWS);
  let room = 0;
  for (const stretch of stretches) {
    if (windows.length === 0 || stretch.samples > room) {
      windows.push([]);
      room = most;
    }
    windows.at(-1)?.push(stretch);
    room -= stretch.samples;
  }
  return windows;
}
