/** A caption as it is shown, in seconds on the file's clock. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Hours may be left out, and short fractions occur. */
const CLOCK = String.raw`(-?)(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?`;
const TIMES = new RegExp(String.raw`^\s*${CLOCK}\s*-->\s*${CLOCK}(?=\s|$)`);

/** Reads SubRip text: a number, the times, the lines, an empty line. */
export const parseSrt = (text: string): Cue[] => parseCues(text, { emptyLineEnds: false });

/**
 * Reads WebVTT text. Notes, styles, regions and names of cues are left out.
 * https://www.w3.org/TR/webvtt1/#file-structure
 */
export const parseVtt = (text: string): Cue[] => parseCues(text, { emptyLineEnds: true });

function parseCues(text: string, { emptyLineEnds }: { emptyLineEnds: boolean }): Cue[] {
  const cues: Cue[] = [];
  const lines = text.split(/\r\n|\r|\n/);
  let shown: string[] | undefined;
  for (const [at, line] of lines.entries()) {
    const times = TIMES.exec(line);
    if (times) {
      shown = [];
      cues.push({ start: seconds(times.slice(1, 6)), end: seconds(times.slice(6)), lines: shown });
      continue;
    }
    if (emptyLineEnds && line === '') shown = undefined;
    // A SubRip caption may hold empty lines: what follows is the next number only before a line of times.
    const isNumber = /^\d+\s*$/.test(line) && TIMES.test(lines[at + 1] ?? '');
    if (!isNumber) shown?.push(line);
  }
  return cues;
}

function seconds([sign, h = '0', m, s, fraction = '0']: readonly (string | undefined)[]): number {
  const size = Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(`0.${fraction}`);
  return sign === '-' ? -size : size;
}
