import type { Span } from './spans.ts';

interface Finding extends Span {
  readonly label: string;
}

/** What one read found in the stretch that it looked at. */
export interface ReadFindings<F extends Finding> {
  readonly stretch: Span;
  readonly found: readonly F[];
}

/** A finding, and whether it may go on where its read did not look. */
interface Piece<F extends Finding> {
  readonly finding: F;
  /** Which reads found it. */
  readonly reads: readonly number[];
  readonly isOpenBefore: boolean;
  readonly isOpenAfter: boolean;
}

/** Two reads of the same frames tell a time alike, but for rounding, in seconds. */
const SAME = 0.01;
/** A finding that is cut off by the end of a stretch ends this near to it, in seconds. */
const EDGE = 0.1;

/**
 * What several reads found, each thing once: a freeze of which one read saw the beginning and
 * another the end, or all of it, is one freeze.
 */
export function wholeFindings<F extends Finding>(reads: readonly ReadFindings<F>[]): F[] {
  const pieces = reads
    .flatMap(({ stretch, found }, read) =>
      found.map((finding) => ({
        finding,
        reads: [read],
        isOpenBefore: finding.start - stretch.start < EDGE,
        isOpenAfter: stretch.end - finding.end < EDGE,
      })),
    )
    .sort(({ finding: a }, { finding: b }) => a.start - b.start || b.end - a.end);
  const whole: Piece<F>[] = [];
  for (const piece of pieces) {
    const at = whole.findIndex((other) => areOne(other, piece));
    const other = whole[at];
    if (other) whole[at] = together(other, piece);
    else whole.push(piece);
  }
  return whole.map(({ finding }) => finding);
}

/**
 * Which pictures are looked at differs by level, so two reads may not agree to the frame when a
 * thing ends that begins in both with the same one.
 * @param later begins no earlier than the other
 */
function areOne<F extends Finding>(earlier: Piece<F>, later: Piece<F>): boolean {
  const [a, b] = [earlier.finding, later.finding];
  if (a.label !== b.label || b.start > a.end + SAME) return false;
  const isSameStart = b.start - a.start <= SAME;
  if (isSameStart && !later.reads.some((read) => earlier.reads.includes(read))) return true;
  if (!isSameStart && !later.isOpenBefore) return false;
  const endsFirst = a.end < b.end ? earlier : later;
  return Math.abs(a.end - b.end) <= SAME || endsFirst.isOpenAfter;
}

/** Open only where none of the two saw it begin, or end. */
function together<F extends Finding>(earlier: Piece<F>, later: Piece<F>): Piece<F> {
  const [a, b] = [earlier.finding, later.finding];
  const isSameStart = b.start - a.start <= SAME;
  const isSameEnd = Math.abs(a.end - b.end) <= SAME;
  const last = a.end < b.end ? later : earlier;
  return {
    finding: {
      ...(b.end - b.start > a.end - a.start ? b : a),
      start: a.start,
      end: last.finding.end,
    },
    reads: [...earlier.reads, ...later.reads],
    isOpenBefore: earlier.isOpenBefore && (later.isOpenBefore || !isSameStart),
    isOpenAfter: isSameEnd ? earlier.isOpenAfter && later.isOpenAfter : last.isOpenAfter,
  };
}
