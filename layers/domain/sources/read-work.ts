import { toNumber } from '../fraction.ts';
import { type FramesPlan, readsThrough } from '../frames/frames-plan.ts';
import { windowSeconds } from '../window.ts';
import type { Probe } from './probe.ts';

/**
 * Pixels of H.264 that one core decodes in a second, by `npm run bench:frames`: 3600 frames of
 * 1080p in 9 s on two cores. Others are slower by up to three times.
 */
const PIXELS_PER_CORE_SECOND = 400e6;
/** What every frame costs beside its decode: it is scaled, handed over and measured. */
const CORE_SECONDS_A_FRAME = 0.0005;
/** What a frame costs to merge, measurements included: `bench/costs/service-times.ts`. */
const MERGE_SECONDS_A_FRAME = 0.00028;
/** As many segments of a read are decoded at once, so there is no use in more. */
const MOST_SEGMENTS = 64;
/** A read of so many segments is done sooner than its parts are brought together. */
const FEWEST_SEGMENTS = 4;

const framesOf = (plan: FramesPlan, rate: Parameters<typeof toNumber>[0]): number =>
  windowSeconds(plan.covered) * toNumber(rate);

/** Seconds that one core is foreseen to take for a plan; 0 for one that does not read through. */
export function readWork(plan: FramesPlan, { picture }: Pick<Probe, 'picture'>): number {
  if (!picture || !readsThrough(plan)) return 0;
  const { rate, codedWidth, codedHeight } = picture;
  const each = (codedWidth * codedHeight) / PIXELS_PER_CORE_SECOND + CORE_SECONDS_A_FRAME;
  return framesOf(plan, rate) * each;
}

/** Seconds that one core is foreseen to take to merge the segments of a plan. */
export function mergeWork(plan: FramesPlan, { picture }: Pick<Probe, 'picture'>): number {
  return picture ? framesOf(plan, picture.rate) * MERGE_SECONDS_A_FRAME : 0;
}

const segmentsFor = (work: number, segmentSeconds: number): number =>
  Math.ceil(work / segmentSeconds);

/** Whether what one core is foreseen to take so long for is best read in segments. */
export const isReadInSegments = (work: number, segmentSeconds: number): boolean =>
  segmentsFor(work, segmentSeconds) >= FEWEST_SEGMENTS;

/**
 * Segments that a plan is best read in.
 * @param segmentSeconds core-seconds of one segment, which is what a crash loses
 * @returns undefined for a read that is short enough to be done at once
 */
export function segmentsOf(
  plan: FramesPlan,
  probe: Pick<Probe, 'picture'>,
  segmentSeconds: number,
): number | undefined {
  const work = readWork(plan, probe);
  if (!isReadInSegments(work, segmentSeconds)) return undefined;
  return Math.min(segmentsFor(work, segmentSeconds), MOST_SEGMENTS);
}
