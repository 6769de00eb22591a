/** A caption as it is shown, in seconds on the file's clock. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

export type CaptionFormat = 'srt' | 'vtt';

/** Hours may be left out, and short fractions occur. */
const CLOCK = String.raw`(-?)(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?`;
const TIMES = new RegExp(String.raw`^\s*${CLOCK}\s*-->\s*${CLOCK}(?=\s|$)`);
const NUMBER = /^\d+\s*$/;

/** Characters of one caption; what is longer than ten pages of a screenplay is cut there. */
const MAX_CUE_CHARACTERS = 10_000;

/**
 * Reads SubRip or WebVTT as players do, line by line. Notes, styles, regions and the names of cues
 * are left out. https://www.w3.org/TR/webvtt1/#file-structure
 */
export async function* parseCues(
  lines: AsyncIterable<string> | Iterable<string>,
  format: CaptionFormat,
): AsyncGenerator<Cue> {
  let cue: (Cue & { lines: string[] }) | undefined;
  let isOpen = false;
  /** Stands before the times of the next caption, unless it belongs to this one. */
  let number: string | undefined;
  let room = 0;
  const show = (line: string) => {
    if (!cue || !isOpen || room <= 0) return;
    cue.lines.push(line.slice(0, room));
    room -= line.length;
  };
  for await (const line of lines) {
    const times = TIMES.exec(line);
    if (times) {
      if (cue) yield cue;
      cue = { start: seconds(times.slice(1, 6)), end: seconds(times.slice(6)), lines: [] };
      [isOpen, room, number] = [true, MAX_CUE_CHARACTERS, undefined];
      continue;
    }
    if (number !== undefined) show(number);
    number = undefined;
    // A caption of SubRip may hold empty lines, and its end is known by what follows only.
    if (line === '' && format === 'vtt') isOpen = false;
    else if (NUMBER.test(line)) number = line;
    else show(line);
  }
  if (number !== undefined) show(number);
  if (cue) yield cue;
}

function seconds([sign, h = '0', m, s, fraction = '0']: readonly (string | undefined)[]): number {
  const size = Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(`0.${fraction}`);
  return sign === '-' ? -size : size;
}

/** The lines of a text, one after the other. */
export function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/g;
  let from = 0;
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    yield text.slice(from, end.index);
    from = ends.lastIndex;
  }
  yield text.slice(from);
}
