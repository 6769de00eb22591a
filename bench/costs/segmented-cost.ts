import { type FunctionSize, MEDIA } from '../../lib/function-sizes.ts';
import { functionDollars, gigabytesOf, scaled, secondsOn, together } from './function-cost.ts';
import { DURABLE, LAMBDA, REQUESTS } from './list-prices.ts';
import {
  AN_HOUR,
  CALL,
  MERGE_AN_HOUR,
  type PictureSize,
  SEGMENT_LEAD_SECONDS,
  SOUND_AN_HOUR,
} from './service-times.ts';

const HOUR = 3600;
/** Files that a segment keeps, each put once and fetched once. */
const FILES = 4;
/**
 * Durable operations: for a segment its place in the map, its addresses, its call and its end; for all
 * the start, the cut, the map, the look at the cuts and the end.
 */
const OPERATIONS = { ofAll: 6, ofSegment: 4 };
/** What a checkpoint of a segment writes: its plan and that it was decoded. */
const CHECKPOINT_GB = 2e3 / 1e9;

/** A whole read in one function. */
export const sequentialSeconds = (size: FunctionSize, picture: PictureSize, hours: number) =>
  secondsOn(size, together(CALL, scaled(AN_HOUR[picture].whole, hours)));

/** A read in segments: what its functions take, and what is paid for them. */
export function segmentedRead(
  picture: PictureSize,
  hours: number,
  segments: number,
  sizes: { readonly decode: FunctionSize; readonly merge: FunctionSize },
) {
  const { decode } = AN_HOUR[picture];
  const pictures = scaled(
    decode,
    hours / segments + ((segments - 1) / segments) * (SEGMENT_LEAD_SECONDS / HOUR),
  );
  const each = secondsOn(sizes.decode, together(CALL, pictures));
  const sound = secondsOn(sizes.decode, together(CALL, scaled(SOUND_AN_HOUR, hours)));
  const merge = secondsOn(sizes.merge, together(CALL, scaled(MERGE_AN_HOUR, hours)));
  const decoded = segments * each + sound;
  const operations = OPERATIONS.ofAll + OPERATIONS.ofSegment * (segments + 1);
  const written = operations * CHECKPOINT_GB;
  return {
    eachSeconds: each,
    mergeSeconds: merge,
    gbSeconds: decoded * gigabytesOf(sizes.decode) + merge * gigabytesOf(sizes.merge),
    durableDollars:
      operations * DURABLE.operation + written * (DURABLE.gbWritten + DURABLE.gbMonthKept),
    dollars:
      functionDollars(sizes.decode, decoded) +
      functionDollars(sizes.merge, merge) +
      (segments + 1) * (FILES * (REQUESTS.objectPut + REQUESTS.objectGet) + LAMBDA.request) +
      operations * DURABLE.operation +
      written * (DURABLE.gbWritten + DURABLE.gbMonthKept),
  };
}

/** Dollars for an hour of video, read whole by one function of a size. */
export const sequentialDollars = (size: FunctionSize, picture: PictureSize): number =>
  functionDollars(size, sequentialSeconds(size, picture, 1));

/** A size of the media functions with another memory. */
export const mediaOf = (
  memoryMb: number,
  architecture: FunctionSize['architecture'] = MEDIA.architecture,
): FunctionSize => ({ ...MEDIA, memoryMb, architecture });
