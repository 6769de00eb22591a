import type { KeptStretch } from './kept-speech.ts';

const SAMPLE_RATE = 16_000;

/**
 * Puts stretches together to windows that are recognised at once, in order.
 * @param seconds of sound that a window has at most, unless a single stretch is longer
 */
export function speechWindows(
  stretches: readonly KeptStretch[],
  seconds: number,
): readonly (readonly KeptStretch[])[] {
  const windows: KeptStretch[][] = [];
  let room = 0;
  for (const stretch of stretches) {
    if (windows.length === 0 || stretch.samples > room) {
      windows.push([]);
      room = seconds * SAMPLE_RATE;
    }
    windows.at(-1)?.push(stretch);
    room -= stretch.samples;
  }
  return windows;
}
