import { type Description, fraction, type Stream } from './describe-streams.ts';

/**
 * The length that an AVI states of a stream, in seconds, by its number of frames or samples: where it
 * was cut off FFmpeg tells of as much less as is missing of its bytes.
 */
export function listedLength(
  { format_name }: Description['format'],
  { nb_frames, time_base }: Stream,
): number | undefined {
  const tick = fraction(time_base);
  if (format_name !== 'avi' || !nb_frames || !tick) return undefined;
  return (Number(nb_frames) * tick[0]) / tick[1];
}
