import { AHEAD } from '../read/picture-damage.ts';
import { type PicturesSegment, type SegmentPlan, segmentName } from './segment-plan.ts';
import type { PicturesRecord, SegmentRecord } from './segment-record.ts';

/** Records by the names of their segments. */
export type Records = ReadonlyMap<string, SegmentRecord>;

/**
 * The parts of a read after its cuts were looked at, from the first on as far as there are records.
 * A cut holds where both decodes gave the same frames before it. Where one does not, the part
 * behind it is read again from where the one before began; where that does not help either, all the
 * rest is read in one. Parts that are new have no record yet: they are to be decoded, and their
 * cuts looked at in turn. The same list comes back when every cut that can be judged holds.
 */
export function mendSegments(
  segments: readonly SegmentPlan[],
  records: Records,
): readonly SegmentPlan[] {
  let before: { readonly record: PicturesRecord; readonly segment: PicturesSegment } | undefined;
  for (const [i, segment] of segments.entries()) {
    if (segment.kind !== 'pictures') continue;
    const record = records.get(segmentName(segment));
    if (record === undefined) return segments;
    if (!('small' in record)) throw new Error('a record of another kind of segment');
    if (before && segment.seek === undefined && !holds(before.record, record)) {
      const { seek } = before.record;
      const wasMended = before.segment.seek !== undefined;
      return wasMended
        ? [...segments.slice(0, i), restFrom(segments, i, seek)]
        : segments.with(i, { ...segment, seek });
    }
    if (segment.to !== null && !isWhole(record)) {
      return [...segments.slice(0, i), restFrom(segments, i, record.seek)];
    }
    before = { record, segment };
  }
  return segments;
}

/** All pictures from a part on, as one. */
function restFrom(
  segments: readonly SegmentPlan[],
  at: number,
  seek: number | null,
): PicturesSegment {
  const rest = segments.slice(at).filter((segment) => segment.kind === 'pictures');
  const [first] = rest;
  if (first === undefined) throw new Error('there is no such part');
  const count = rest.reduce((sum, { tiles }) => sum + tiles.count, 0);
  return { ...first, to: null, seek, tiles: { ...first.tiles, count } };
}

/** Whether a decode came to the end of its part. */
const isWhole = ({ segment, small, pts, framesAtTile }: PicturesRecord): boolean =>
  small === pts.length && framesAtTile.length === segment.tiles.count;

/**
 * Whether a decode that began in the middle gives what one that was under way gives: the same
 * frames before the cut, and no fault so near that one of them may not have met it.
 */
function holds(before: PicturesRecord, after: PicturesRecord): boolean {
  const agree =
    after.head.length > 0 &&
    after.head.length === before.tail.length &&
    after.head.every(([pts, digest], i) => {
      const [otherPts, otherDigest] = before.tail[i] ?? [];
      return pts === otherPts && digest === otherDigest;
    });
  if (!agree || after.faultsBefore > 0 || before.faultsBehind > 0) return false;
  // A fault before the keyframe that the second decode began with may reach past it.
  const key = after.firstKey;
  const begun = key === null ? 0 : before.pts.findIndex((pts) => pts >= key);
  return !before.faults.some((frame) => frame >= Math.max(0, begun) - AHEAD);
}
