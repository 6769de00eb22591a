/** A caption as it is shown, in seconds on the file's clock. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

const TIMES = /^(-?\d+):(\d{2}):(\d{2})[,.](\d{3}) --> (-?\d+):(\d{2}):(\d{2})[,.](\d{3})/;

/** Reads the SubRip text that ffmpeg writes: a number, the times, the lines, an empty line. */
export function parseSrt(text: string): Cue[] {
  const cues: Cue[] = [];
  const lines = text.split(/\r?\n/);
  let shown: string[] | undefined;
  for (const [at, line] of lines.entries()) {
    const times = TIMES.exec(line);
    if (times) {
      const [, h, m, s, ms, ...end] = times;
      shown = [];
      cues.push({ start: seconds([h, m, s, ms]), end: seconds(end), lines: shown });
      continue;
    }
    // A caption may hold empty lines: what follows is the next number only before a line of times.
    const isNumber = /^\d+$/.test(line) && TIMES.test(lines[at + 1] ?? '');
    if (!isNumber) shown?.push(line);
  }
  return cues;
}

const seconds = (parts: readonly (string | undefined)[]): number => {
  const [h = 0, m = 0, s = 0, ms = 0] = parts.map(Number);
  return h * 3600 + m * 60 + s + ms / 1000;
};
