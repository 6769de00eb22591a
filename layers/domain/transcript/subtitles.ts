import { spreadWords } from './segments.ts';
import type { Segment, Word } from './transcript.ts';

/** What players show without wrapping, and what a reader takes in at once. */
const LINE_LETTERS = 42;
const LINES = 2;
const LONGEST_CUE_SECONDS = 7;

interface Cue {
  start: number;
  end: number;
  readonly lines: string[];
}

/** A SubRip file. */
export const toSrt = (segments: readonly Segment[]): string =>
  cuesOf(segments)
    .map(({ start, end, lines }, at) => {
      const text = lines.join('\n').replaceAll('-->', '→');
      return `${at + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n`;
    })
    .join('\n');

/** A WebVTT file. https://www.w3.org/TR/webvtt1/ */
export const toVtt = (segments: readonly Segment[]): string =>
  [
    'WEBVTT\n',
    ...cuesOf(segments).map(
      ({ start, end, lines }) =>
        `${clock(start, '.')} --> ${clock(end, '.')}\n${escapeVtt(lines.join('\n'))}\n`,
    ),
  ].join('\n');

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `HH:MM:SS` and milliseconds behind the separator. */
function clock(seconds: number, separator: string): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  const whole = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => pad(part, 2));
  return `${whole.join(':')}${separator}${pad(ms % 1000, 3)}`;
}

/** Cues in order, none of which is still shown when the next begins. */
function cuesOf(segments: readonly Segment[]): Cue[] {
  const cues = segments.flatMap(cuesOfSegment);
  cues.sort((a, b) => a.start - b.start);
  for (const [at, cue] of cues.entries()) {
    cue.end = Math.max(cue.start, Math.min(cue.end, cues[at + 1]?.start ?? cue.end));
  }
  return cues.filter(({ start, end }) => end - start >= 0.001);
}

function cuesOfSegment(segment: Segment): Cue[] {
  const cues: Cue[] = [];
  let cue: Cue | undefined;
  for (const { start, end, word } of wordsOf(segment)) {
    if (cue && (end - cue.start > LONGEST_CUE_SECONDS || !placed(cue.lines, word))) cue = undefined;
    else if (cue) cue.end = end;
    if (!cue) {
      cue = { start, end, lines: [word] };
      cues.push(cue);
    }
  }
  return cues;
}

/** The words of all of a segment's text: of one that is cut to a window some have no time of their own. */
function wordsOf(segment: Segment): readonly Word[] {
  const { words = [], text } = segment;
  const isWhole = lettersOf(words.map(({ word }) => word).join('')) === lettersOf(text);
  return isWhole ? words : spreadWords(segment);
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Puts a word on the last line or on a new one; false when the cue is full. */
function placed(lines: string[], word: string): boolean {
  const longer = `${lines.at(-1) ?? ''} ${word}`;
  if (longer.length <= LINE_LETTERS) lines.splice(-1, 1, longer);
  else if (lines.length < LINES) lines.push(word);
  else return false;
  return true;
}
