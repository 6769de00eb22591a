import type { WrittenLine } from '../../app/ports/sources/text-reader.ts';
import { editDistance } from '../../domain/edit-distance.ts';
import type { Edge } from './small-tape.ts';

/** Less sure than this, a line is not told. */
const SURE = 0.8;
/** Less sure than this, it may be no writing at all. */
const POSSIBLE = 0.5;
/** Letters and digits that a line has at least. */
const LEAST_LETTERS = 2;
/** How alike two texts are that are the same line, in its place and elsewhere. */
const ALIKE_THERE = 0.6;
const ALIKE_ELSEWHERE = 0.85;
/** Part of what two boxes cover that they share when they are one place. */
const SAME_PLACE = 0.3;
/** Levels by which the place of a line changes when the line goes. */
const GONE = 4;
/** Seconds between two spans of one line that are one. */
const SHORT_GAP = 0.7;

const LATIN = /^[\p{Script=Latin}\p{Number}\p{Punctuation}\p{Symbol}\s]+$/u;
const LETTERS = /[\p{Letter}\p{Number}]/gu;

type Box = WrittenLine['box'];

/** A line that stands on the screen from when to when. */
export interface TextSpan {
  readonly text: string;
  readonly box: Box;
  readonly confidence: number;
  readonly start: number;
  /** The second of the last picture that shows it, until its end is known. */
  readonly end: number;
  /** It came where nothing else changed, and keeps its place: no sign that came into view. */
  readonly isLaid: boolean;
}

/** When a box changed most within a time, and how; undefined where nothing tells. */
export type FindEdge = (box: Box, from: number, to: number) => Edge | undefined;

/** Lines of pictures that were read, in order, become spans. */
export class TextSpans {
  readonly #edge: FindEdge;
  readonly #ended: TextSpan[] = [];
  /** Seconds of pictures that hold writing which is not told. */
  readonly unread: number[] = [];
  #open: TextSpan[] = [];
  #before: number | undefined;

  constructor(edge: FindEdge) {
    this.#edge = edge;
  }

  add(seconds: number, lines: readonly WrittenLine[]): void {
    const told = lines.filter(isTold);
    if (lines.some(isUnread)) this.unread.push(seconds);
    const left = new Set(told);
    const open: TextSpan[] = [];
    for (const span of this.#open) {
      const again = bestOf(span, left);
      if (again) {
        left.delete(again);
        open.push(seenAgain(span, again, seconds));
        continue;
      }
      const edge = this.#edge(span.box, span.end, seconds);
      const isMissed = edge !== undefined && edge.change < GONE;
      if (isMissed) open.push({ ...span, end: seconds });
      else this.#ended.push({ ...span, end: edge?.at ?? seconds });
    }
    for (const line of left) {
      const before = this.#before;
      const edge = before === undefined ? undefined : this.#edge(line.box, before, seconds);
      const isLaid = edge?.isAlone ?? false;
      open.push({ ...line, start: edge?.at ?? seconds, end: seconds, isLaid });
    }
    this.#open = open;
    this.#before = seconds;
  }

  /** All lines, those that still stand with the given end. */
  finish(end: number): TextSpan[] {
    const spans = [...this.#ended, ...this.#open.map((span) => ({ ...span, end }))];
    const joined: TextSpan[] = [];
    for (const span of spans.sort((a, b) => a.start - b.start)) {
      const at = joined.findIndex(
        (earlier) =>
          span.start - earlier.end <= SHORT_GAP &&
          shared(earlier.box, span.box) >= SAME_PLACE &&
          likeness(earlier.text, span.text) >= ALIKE_THERE,
      );
      const earlier = joined[at];
      if (earlier) joined[at] = seenAgain(earlier, span, Math.max(earlier.end, span.end));
      else joined.push(span);
    }
    return joined.sort((a, b) => a.start - b.start || a.box[1] - b.box[1] || a.box[0] - b.box[0]);
  }
}

const isTold = ({ text, confidence }: WrittenLine): boolean =>
  confidence >= SURE && LATIN.test(text) && (text.match(LETTERS)?.length ?? 0) >= LEAST_LETTERS;

/** Writing that is seen and not told: of another script, or too unclear. */
const isUnread = (line: WrittenLine): boolean =>
  !isTold(line) &&
  line.confidence >= POSSIBLE &&
  (line.text.match(LETTERS)?.length ?? 0) > LEAST_LETTERS;

function bestOf(span: TextSpan, lines: ReadonlySet<WrittenLine>): WrittenLine | undefined {
  const alike = [...lines]
    .map((line) => ({ line, alike: likeness(span.text, line.text) }))
    .filter(
      ({ line, alike }) =>
        alike >= ALIKE_ELSEWHERE ||
        (alike >= ALIKE_THERE && shared(span.box, line.box) >= SAME_PLACE),
    );
  return alike.sort((a, b) => b.alike - a.alike)[0]?.line;
}

/** The clearer of two readings, as long as both. */
const seenAgain = (span: TextSpan, again: WrittenLine, end: number): TextSpan => ({
  isLaid: span.isLaid && shared(span.box, again.box) >= SAME_PLACE,
  ...(again.confidence > span.confidence
    ? { text: again.text, box: again.box, confidence: again.confidence }
    : { text: span.text, box: span.box, confidence: span.confidence }),
  start: span.start,
  end,
});

/** 1 for the same text, 0 for another one; case and spaces count for nothing. */
function likeness(a: string, b: string): number {
  const [one, other] = [a, b].map((text) => text.toLowerCase().replaceAll(/\s/g, '')) as [
    string,
    string,
  ];
  return 1 - editDistance(one, other) / Math.max(1, one.length, other.length);
}

/** Part of what two boxes cover together that both cover. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const area = ([left, top, right, bottom]: Box) => (right - left) * (bottom - top);
  return (width * height) / (area(a) + area(b) - width * height);
}
