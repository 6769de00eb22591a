import { visionTokens } from '../../domain/frames/geometry.ts';
import type { StoredPartial } from '../../domain/frames/partial-frames.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import type { DrawnSheet } from '../ports/sources/engine.ts';

/** A sheet whose picture is stored, and its length in bytes. */
export type StoredSheet = Omit<DrawnSheet, 'jpeg'> & {
  readonly key: string;
  readonly bytes: number;
};

/** What is told of a sheet before the rest of its read is known; seconds to the millisecond. */
export function listedSheet({
  page,
  frameTimes,
  width,
  height,
  bytes,
  key,
}: StoredSheet): StoredPartial['sheets'][number] {
  const times = frameTimes.map(toMillisecond);
  const t0 = times.at(0) ?? 0;
  return {
    page,
    t0,
    t1: times.at(-1) ?? t0,
    n_frames: times.length,
    frame_times: times,
    width,
    height,
    bytes,
    estimated_vision_tokens: visionTokens([width, height]),
    key,
  };
}
