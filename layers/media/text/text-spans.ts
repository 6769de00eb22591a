import type { WrittenLine } from '../../app/ports/sources/text-reader.ts';
import { editDistance } from '../../domain/edit-distance.ts';
import { areOtherNumbers, areOtherWords, placeOfChange } from './other-words.ts';
import type { Edge } from './small-tape.ts';
import type { Rewriting, Turn } from './stroke-tape.ts';

/** Less sure than this, a line is not told. */
const SURE = 0.8;
/** Less sure than this, it may be no writing at all. */
const POSSIBLE = 0.5;
/** Letters and digits that a line has at least. */
const LEAST_LETTERS = 2;
/** How alike two texts are that are the same line, in its place and elsewhere. */
const ALIKE_THERE = 0.6;
const ALIKE_ELSEWHERE = 0.85;
/** Part of what two boxes cover that they share when they are one place, and when neither moved. */
const SAME_PLACE = 0.3;
const KEPT_PLACE = 0.6;
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
  /** It took the place of a line much like it. */
  readonly isNext?: boolean;
  /** The last reading of what is written anew all the time, of which `text` is the first. */
  readonly until?: string;
}

/** What all frames tell of what a box holds, between two seconds; undefined where they tell nothing. */
export interface Witness {
  /** How it changed most. */
  edge(box: Box, from: number, to: number): Edge | undefined;
  /** When a line went that only the first shows. */
  went(box: Box, from: number, to: number): Turn | undefined;
  /** When one came that only the second shows. */
  came(box: Box, from: number, to: number): Turn | undefined;
  /** When other letters came to stand in a place, if they did. */
  rewritten(box: Box, from: number, to: number): Rewriting | undefined;
}

/** A picture of a video, at its second; one that was read shows which lines it holds. */
interface Picture {
  readonly seconds: number;
  readonly isRead: boolean;
}

/** Lines of pictures that were read, in order, become spans. */
export class TextSpans {
  readonly #witness: Witness;
  readonly #ended: TextSpan[] = [];
  /** Seconds of pictures that hold writing which is not told. */
  readonly unread: number[] = [];
  #open: TextSpan[] = [];
  #before: number | undefined;

  constructor(witness: Witness) {
    this.#witness = witness;
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
        open.push(this.#goneOn(span, again, seconds));
        continue;
      }
      const end = this.#wentAt(span, { seconds, isRead: true });
      if (end === undefined) open.push({ ...span, end: seconds });
      else this.#ended.push({ ...span, end });
    }
    for (const line of left) open.push({ ...line, ...this.#cameAt(line, seconds), end: seconds });
    this.#open = open;
    this.#before = seconds;
  }

  /** A line that is read again: the same, or another that took its place, which ends it. */
  #goneOn(span: TextSpan, again: WrittenLine, seconds: number): TextSpan {
    const before = { ...span, text: span.until ?? span.text };
    const turn = isOther(before, again) ? this.#rewritten(before, again, seconds) : undefined;
    if (!turn) return span.until ? { ...span, end: seconds } : seenAgain(span, again, seconds);
    if (turn.isRunning || span.until) return { ...span, until: again.text, end: seconds };
    this.#ended.push({ ...span, end: turn.at });
    return { ...again, start: turn.at, end: seconds, isLaid: span.isLaid, isNext: true };
  }

  /** When other words came in a place: by the letters that differ, or by all of a line that is centred. */
  #rewritten(before: TextSpan, again: WrittenLine, seconds: number) {
    for (const place of [placeOfChange(before, again), again.box]) {
      const turn = this.#witness.rewritten(place, before.end, seconds);
      if (!turn) continue;
      const at = this.#witness.edge(place, turn.from, turn.to)?.comes ?? turn.to;
      return { at, isRunning: turn.isRunning };
    }
    return undefined;
  }

  /**
   * When a line went, by a picture that was read without it or by its strokes alone; undefined while
   * it stands.
   */
  #wentAt({ box, end }: TextSpan, { seconds, isRead }: Picture): number | undefined {
    const turn = this.#witness.went(box, end, seconds);
    const change = isRead ? (this.#witness.edge(box, end, seconds)?.change ?? GONE) : 0;
    if (!turn?.isSure && change < GONE) return undefined;
    const { from, to } = turn ?? { from: end, to: seconds };
    return this.#witness.edge(box, from, to)?.goes ?? to;
  }

  #cameAt({ box }: WrittenLine, seconds: number): Pick<TextSpan, 'start' | 'isLaid'> {
    const before = this.#before;
    if (before === undefined) return { start: seconds, isLaid: false };
    const { from, to } = this.#witness.came(box, before, seconds) ?? { from: before, to: seconds };
    const edge = this.#witness.edge(box, from, to);
    return { start: edge?.comes ?? to, isLaid: edge?.isAlone ?? false };
  }

  /**
   * All lines; those that still stand in the last picture, which may not have been read, with the
   * given end.
   */
  finish(end: number, last = end): TextSpan[] {
    const stood = this.#open.map((span) => ({
      ...span,
      end: this.#wentAt(span, { seconds: last, isRead: false }) ?? end,
    }));
    const spans = [...this.#ended, ...stood];
    const joined: TextSpan[] = [];
    for (const span of spans.sort((a, b) => a.start - b.start)) {
      const at = joined.findIndex(
        (earlier) =>
          !span.isNext &&
          !isOther(earlier, span) &&
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
        ((alike >= ALIKE_THERE || areOtherNumbers(span.text, line.text)) &&
          shared(span.box, line.box) >= SAME_PLACE),
    );
  return alike.sort((a, b) => b.alike - a.alike)[0]?.line;
}

/** Whether other words are read in a place than before, and not more of the same. */
const isOther = (before: TextSpan, again: WrittenLine): boolean =>
  areOtherWords(before, again) &&
  shared(before.box, again.box) >= KEPT_PLACE &&
  !goesOn(again.text, before.text) &&
  !goesOn(before.text, again.text);

/** One line for two readings of it: the clearer, or what it has been written on to. */
const seenAgain = (span: TextSpan, again: WrittenLine, end: number): TextSpan => {
  const { text, box, confidence } = isMore(again, span) ? again : span;
  const isLaid = span.isLaid && shared(span.box, again.box) >= SAME_PLACE;
  return { ...span, text, box, confidence, end, isLaid };
};

/** Whether a line goes on where another ends, or is clearer, as far as neither goes on. */
function isMore(one: WrittenLine, other: WrittenLine): boolean {
  if (goesOn(one.text, other.text)) return true;
  return !goesOn(other.text, one.text) && one.confidence > other.confidence;
}

/** The last letter that was written is misread where a cursor stands by it. */
function goesOn(long: string, short: string): boolean {
  const [whole, begun] = [compact(long), compact(short)];
  return whole.length > begun.length + 1 && whole.startsWith(begun.slice(0, -1));
}

const compact = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '');

/** 1 for the same text, 0 for another one; case and spaces count for nothing. */
function likeness(a: string, b: string): number {
  const [one, other] = [compact(a), compact(b)];
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
