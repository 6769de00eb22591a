import { CUT_NEIGHBOURS, FLASH_SECONDS } from './cuts/thresholds.ts';
import { FREEZE_SECONDS, STILL_HELD_FRAMES } from './thresholds.ts';

/** A rate as high as this is that of a clock in which frames come at any moment. */
const CLOCK_RATE = 1000;

/** How many frames a second come where most do. */
export const densestRate = (mean: number, peak = mean): number =>
  peak < CLOCK_RATE ? Math.max(mean, peak) : mean;

/** Whether one frame that is shown for some seconds stands still, at so many frames a second. */
export const isHeld = (seconds: number, frameRate: number): boolean =>
  seconds >= FREEZE_SECONDS && seconds * frameRate >= STILL_HELD_FRAMES - 0.5;

/**
 * The seconds at which a frame that stands still from one second to another is looked at again, in order.
 * A recording of a screen stores one frame for as long as nothing changes, and detectors tell a cut
 * by the frames beside it: they are shown as much of the rest as they look at, at both of its ends.
 */
export function secondsHeld(from: number, to: number, frameRate: number): number[] {
  const beside = Math.max(CUT_NEIGHBOURS + 1, Math.ceil(FLASH_SECONDS * frameRate) + 1);
  const step = Math.min(1 / frameRate, (to - from) / (2 * beside + 1));
  const steps = Array.from({ length: beside }, (_, i) => (i + 1) * step);
  return [...steps.map((after) => from + after), ...steps.reverse().map((before) => to - before)];
}
