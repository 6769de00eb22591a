import type { PictureStream } from '../../domain/sources/probe.ts';
import type { Reading } from './decode.ts';

/**
 * A transport stream times a frame at least every 0.7 s (ISO/IEC 13818-1, 2.7.4); bytes that it
 * lost leave no other trace.
 */
const TRANSPORT_GAP_SECONDS = 0.7;

/** Seconds between two frames beyond which some are missing even if nothing tells of a fault. */
export function longestGap(format: string, { rate, peakRate }: PictureStream): number {
  const isSteady = rate[0] * peakRate[1] === peakRate[0] * rate[1];
  return format === 'mpegts' && isSteady ? TRANSPORT_GAP_SECONDS : Number.POSITIVE_INFINITY;
}

/** A picture that ends this much before the window does is told of, in seconds. */
const EARLY_SECONDS = 0.5;

/** Where the picture ends, when that is before the covered window does. */
export function pictureEnds({
  picture: { end },
  plan: { covered },
}: Pick<Reading, 'picture' | 'plan'>): number | null {
  return end !== undefined && covered[1] - end > EARLY_SECONDS ? Math.max(end, 0) : null;
}
