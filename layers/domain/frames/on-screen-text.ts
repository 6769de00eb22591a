import { z } from 'zod';
import { toMillisecond } from '../timestamp.ts';
import type { Signal } from './signal.ts';

const seconds = z.number();
const fraction = z.number().min(0).max(1);

/** A line of writing: from when to when it stood where on the screen. */
export const OnScreenText = z.strictObject({
  start: seconds,
  end: seconds,
  text: z
    .string()
    .describe(
      'Of what is written anew all the time, as by a clock: its first and last reading, with … between.',
    ),
  region: z
    .tuple([fraction, fraction, fraction, fraction])
    .describe('[x0, y0, x1, y1] as fractions of the displayed picture.'),
  confidence: fraction.describe('0 to 1: how sure the reader is of its letters.'),
});
export type OnScreenText = z.infer<typeof OnScreenText>;

type Span = Pick<OnScreenText, 'start' | 'end' | 'region' | 'text'>;
type Overlay = NonNullable<Signal['overlays']>[number];

/**
 * What is laid over the picture, each with the lines that were read in it. Lines that were read one
 * after the other in one place are overlays of their own.
 */
export function withText(signal: Signal, lines: readonly Span[]): Signal {
  const { overlays } = signal;
  if (!overlays) return signal;
  const read = overlays.flatMap((overlay) => {
    const own = lines.filter((line) => isIn(line, overlay));
    return own.length === 0 ? [overlay] : readAs(overlay, stoodTogether(own));
  });
  return { ...signal, overlays: read.sort((a, b) => a.start - b.start) };
}

/** Lines that stood there at one time, by when the first came and the last went. */
interface Stood {
  readonly lines: readonly Span[];
  readonly start: number;
  readonly end: number;
}

/** Lines in order, those that stood there at one time together. */
function stoodTogether(lines: readonly Span[]): Stood[] {
  const all: Stood[] = [];
  for (const line of lines.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && line.start < last.end - COMES_WITH) {
      const end = Math.max(last.end, line.end);
      all[all.length - 1] = { ...last, lines: [...last.lines, line], end };
    } else all.push({ lines: [line], start: line.start, end: line.end });
  }
  // Those of one time stay in their order, the upper one first.
  return all.map((one) => ({ ...one, lines: lines.filter((line) => one.lines.includes(line)) }));
}

/**
 * An overlay with its text, or what it was one after the other where that was writing alone: of a
 * sign whose words change the sign stays.
 */
function readAs(overlay: Overlay, stood: readonly Stood[]): Overlay[] {
  const texts = stood.map(({ lines }) => lines.map(({ text }) => text).join('\n'));
  const regions = stood.map(({ lines }) => lines.map(({ region }) => region).reduce(around));
  const isWriting = Math.max(...regions.map(areaOf)) >= WRITING * areaOf(overlay.region);
  if (stood.length === 1 || !isWriting) return [{ ...overlay, text: texts.join('\n') }];
  return stood.map(({ start, end }, at): Overlay => {
    const next = stood[at + 1];
    const left = next && next.start - end <= GOES_WITH ? next.start : end;
    return {
      ...overlay,
      start: at === 0 ? overlay.start : start,
      end: next ? left : overlay.end,
      region: regions[at] as Overlay['region'],
      text: texts[at] as string,
    };
  });
}

/** Share of an overlay that a line takes at least where the overlay is the writing alone. */
const WRITING = 0.5;
/** Seconds by which lines of one overlay come, and go, apart at most. */
const COMES_WITH = 0.2;
const GOES_WITH = 0.35;
/** Seconds around a cut within which a line comes with the shot. */
const COMES_WITH_A_CUT = 0.1;

/** What tells which lines are overlays, beside the lines. */
interface Around {
  /** Seconds of the cuts. */
  readonly cuts: readonly number[];
  /** The end of the window, in seconds. */
  readonly until: number;
}

/**
 * What is laid over the picture, and with it the lines that were laid there and that no overlay
 * touches: lines that come and go together are one. What a shot begins with belongs to the shot.
 * What is there at the end of the window has no end.
 */
export function withLaidWords(
  signal: Signal,
  laid: readonly OnScreenText[],
  { cuts, until }: Around,
): Signal {
  const { overlays } = signal;
  if (!overlays) return signal;
  const words: Words[] = [];
  for (const line of laid) {
    if (cuts.some((cut) => Math.abs(cut - line.start) <= COMES_WITH_A_CUT)) continue;
    if (overlays.some((overlay) => touches(line, overlay))) continue;
    const at = words.findIndex(
      ({ start, end }) =>
        Math.abs(line.start - start) <= COMES_WITH && Math.abs(line.end - end) <= GOES_WITH,
    );
    const one = words[at];
    if (one) words[at] = together(one, line);
    else words.push(line);
  }
  const added = words.map(({ start, end, region, confidence }): Overlay => {
    return { start, end: end < toMillisecond(until) ? end : null, region, confidence };
  });
  return { ...signal, overlays: [...overlays, ...added].sort((a, b) => a.start - b.start) };
}

type Words = Pick<OnScreenText, 'start' | 'end' | 'region' | 'confidence'>;

/** Both in one box, as sure as the less sure of them. */
const together = (one: Words, other: Words): Words => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
  region: around(one.region, other.region),
  confidence: Math.min(one.confidence, other.confidence),
});

type Region = OnScreenText['region'];

const around = (one: Region, other: Region): Region => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];

const areaOf = ([left, top, right, bottom]: Region): number => (right - left) * (bottom - top);

/** Whether a line and an overlay share a time and a part of the picture. */
function touches({ start, end, region }: Words, overlay: Overlay): boolean {
  const [left, top, right, bottom] = overlay.region;
  return (
    start < (overlay.end ?? Number.POSITIVE_INFINITY) &&
    overlay.start < end &&
    region[0] < right &&
    left < region[2] &&
    region[1] < bottom &&
    top < region[3]
  );
}

/** Whether a line stands in an overlay: its middle, most of the time that the shorter lasts. */
function isIn({ start, end, region }: Span, overlay: Overlay): boolean {
  const until = overlay.end ?? Number.POSITIVE_INFINITY;
  const common = Math.min(end, until) - Math.max(start, overlay.start);
  const shorter = Math.min(end - start, until - overlay.start);
  const [left, top, right, bottom] = overlay.region;
  const x = (region[0] + region[2]) / 2;
  const y = (region[1] + region[3]) / 2;
  return common > 0 && common >= shorter / 2 && x >= left && x <= right && y >= top && y <= bottom;
}
