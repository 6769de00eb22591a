import type { Cue } from './parse-cues.ts';

/**
 * Lines that stand again in a caption that follows within this many seconds have only rolled up.
 */
const ROLL_UP_SECONDS = 0.6;

/** Captions that may stand before one that is shown earlier. */
const OUT_OF_ORDER = 64;

/** Puts captions into the order in which they are shown, as far as they stand near their place. */
export async function* inOrder(cues: AsyncIterable<Cue>): AsyncGenerator<Cue> {
  const held: Cue[] = [];
  for await (const cue of cues) {
    const place = held.findLastIndex(({ start }) => start <= cue.start) + 1;
    held.splice(place, 0, cue);
    const first = held.length > OUT_OF_ORDER ? held.shift() : undefined;
    if (first) yield first;
  }
  yield* held;
}

/**
 * Captions that have no length last until something else begins.
 * @param begins when, ascending
 */
export async function* untilTheNext(
  cues: AsyncIterable<Cue>,
  begins: readonly number[],
): AsyncGenerator<Cue> {
  let at = 0;
  for await (const cue of cues) {
    while ((begins[at] ?? Number.POSITIVE_INFINITY) <= cue.start) at += 1;
    const next = begins[at];
    yield cue.end > cue.start || next === undefined ? cue : { ...cue, end: next };
  }
}

/**
 * Takes markup out of captions, and of roll-up captions the lines that were shown before. Hearing
 * cues stay. None is shown on when the next one begins.
 */
export async function* cleanCues(cues: AsyncIterable<Cue>): AsyncGenerator<Cue> {
  let before: Cue | undefined;
  let last: Cue | undefined;
  for await (const cue of cues) {
    const plain = { ...cue, lines: cue.lines.map(withoutMarkup).filter((line) => line !== '') };
    if (plain.lines.length === 0 || plain.end <= plain.start) continue;
    const lines = before ? newLines(plain, before) : plain.lines;
    before = plain;
    if (lines.length > 0) {
      if (last) yield { ...last, end: endBefore(last, plain) };
      last = { ...plain, lines };
    }
    // The same text shown on: one caption that lasts.
    else if (last) last = { ...last, end: Math.max(last.end, plain.end) };
  }
  if (last) yield last;
}

const endBefore = ({ start, end }: Cue, next: Cue): number =>
  next.start > start ? Math.min(end, next.start) : end;

/** What captions escape. https://www.w3.org/TR/webvtt1/#webvtt-cue-text-span */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
  ['quot', '"'],
  ['apos', "'"],
  ['lrm', ''],
  ['rlm', ''],
]);

const character = (code: string): string =>
  Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : '';

/** A shape that ASS draws over the picture, of which ffmpeg makes a text: `m 0 0 l 100 0 100 50`. */
const DRAWING = /^\s*m(?:\s+-?[\d.]+){2}(?:\s+(?:[mnlbspc]|-?[\d.]+))*\s*$/;

const withoutMarkup = (line: string): string =>
  line
    .replace(DRAWING, '')
    .replaceAll(/\{\\[^{}]*\}/g, '')
    .replaceAll(/<\/?[a-zA-Z][^<>]*>|<\d[\d:.]*>/g, '')
    .replaceAll(/\\[Nnh]/g, ' ')
    .replaceAll(/&(?:([a-z]+)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (all, name, number, hex) =>
      name === undefined ? character(number ?? `0x${hex}`) : (NAMED.get(name) ?? all),
    )
    .replaceAll(/[\p{Cc}\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The lines of a caption that do not stand at the end of the one before. */
function newLines({ start, lines }: Cue, before: Cue): readonly string[] {
  if (start - before.end > ROLL_UP_SECONDS) return lines;
  for (let shared = Math.min(lines.length, before.lines.length); shared > 0; shared--) {
    const tail = before.lines.slice(-shared);
    const rolled = tail.every((line, at) => line === lines[at]);
    if (rolled) return lines.slice(shared);
  }
  return lines;
}
