import type { FrameTimes } from '../read/recording.ts';
import type { PicturesSegment } from './segment-plan.ts';
import type { PicturesRecord } from './segment-record.ts';

/** Frames after the first keyframe by which a decode that began in the middle has found its feet. */
const AT_FIRST = 8;
const MOST_BEHIND = 4096;

type Own = Pick<
  PicturesRecord,
  | 'firstKey'
  | 'pts'
  | 'keys'
  | 'faults'
  | 'spoilt'
  | 'torn'
  | 'sizes'
  | 'faultsBefore'
  | 'faultsBehind'
  | 'behind'
>;

/** What was told of the frames of a segment, numbered anew, and of those around them. */
export function ownFrames(
  {
    pts,
    keys,
    faults,
    spoilt,
    torn,
    sizes,
  }: Pick<FrameTimes, 'pts' | 'keys' | 'faults' | 'spoilt' | 'torn' | 'sizes'>,
  { from, to }: Pick<PicturesSegment, 'from' | 'to'>,
): Own & { first: number } {
  const firstOwn = from === null ? 0 : pts.findIndex((at) => at >= from);
  const first = firstOwn < 0 ? pts.length : firstOwn;
  const behind = to === null ? -1 : pts.findIndex((at, i) => i >= first && at >= to);
  const end = behind < 0 ? pts.length : behind;
  // What is told when all frames of the segment have passed is told of the next ones.
  const isOwn = (frame: number) => frame >= first && (to === null || frame < end);
  const own = (frames: Iterable<number>) => [...frames].filter(isOwn).map((frame) => frame - first);
  const [firstKey] = keys;
  const settled = (firstKey ?? 0) + AT_FIRST;
  return {
    first,
    firstKey: firstKey === undefined ? null : (pts[firstKey] ?? null),
    pts: pts.slice(first, end),
    keys: own(keys),
    faults: own(faults),
    spoilt: own(spoilt),
    torn: [...torn],
    sizes: sizes
      .filter(({ frame }) => isOwn(frame))
      .map(({ frame, ...size }) => ({ frame: frame - first, ...size })),
    faultsBefore: faults.filter((frame) => frame < first && frame > settled).length,
    faultsBehind: to === null ? 0 : faults.filter((frame) => frame >= end).length,
    behind: pts.slice(end, end + MOST_BEHIND),
  };
}
