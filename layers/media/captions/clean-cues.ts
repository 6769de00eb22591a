import type { Cue } from './parse-srt.ts';

/** Lines that stand again in a caption that follows within this many seconds have only rolled up. */
const ROLL_UP_SECONDS = 0.6;

/** Takes markup out of captions, and of roll-up captions the lines that were shown before. Hearing cues stay. */
export function cleanCues(cues: readonly Cue[]): Cue[] {
  const cleaned: Cue[] = [];
  let before: Cue | undefined;
  for (const cue of cues.toSorted((a, b) => a.start - b.start)) {
    const plain = { ...cue, lines: cue.lines.map(withoutMarkup).filter((line) => line !== '') };
    if (plain.lines.length === 0 || plain.end <= plain.start) continue;
    const lines = before ? newLines(plain, before) : plain.lines;
    before = plain;
    const last = cleaned.at(-1);
    if (lines.length > 0) cleaned.push({ ...plain, lines });
    // The same text shown on: one caption that lasts.
    else if (last) cleaned[cleaned.length - 1] = { ...last, end: Math.max(last.end, plain.end) };
  }
  return cleaned.map((cue, at) => {
    const next = cleaned[at + 1]?.start ?? cue.end;
    return { ...cue, end: next > cue.start ? Math.min(cue.end, next) : cue.end };
  });
}

/** What captions escape. https://www.w3.org/TR/webvtt1/#webvtt-cue-text-span */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  apos: "'",
  lrm: '',
  rlm: '',
};

const character = (code: string): string =>
  Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : '';

const withoutMarkup = (line: string): string =>
  line
    .replaceAll(/\{\\[^}]*\}/g, '')
    .replaceAll(/<\/?[a-zA-Z][^<>]*>|<\d[\d:.]*>/g, '')
    .replaceAll(/\\[Nnh]/g, ' ')
    .replaceAll(/&(?:([a-z]+)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (all, name, number, hex) =>
      name === undefined ? character(number ?? `0x${hex}`) : (NAMED[name] ?? all),
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
