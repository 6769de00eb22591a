/** A time that a text names. */
interface NamedTime {
  /** As it stands in the text. */
  readonly text: string;
  readonly seconds: number;
}

/** What looks like a citation: only code writes those. */
const CITATION =
  /\s*[[(]\s*\d+(?:[.,:]\d+)*\s*(?:s|sec|seconds?)?\s*(?:[-–,;]\s*\d+(?:[.,:]\d+)*\s*(?:s|sec|seconds?)?\s*)*[\])]/giu;

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const CLOCK = /(?<![\d:.])(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?(?![\d:])/gu;
const COUNTED = new RegExp(
  String.raw`(?<![\w.,:])(${NUMBER})\s*-?\s*(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|hours?|h)(?![\p{L}\d])`,
  'giu',
);
const AT_SECOND = new RegExp(
  String.raw`(?:\bseconds?|\btimestamp|\bt)\s*[=:#]?\s*(${NUMBER})(?![\w:])`,
  'giu',
);

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, s: 1 };

const numberOf = (text: string): number => Number(text.replace(',', '.'));

/** A text without what looks like citations in it. */
export const withoutCitations = (text: string): string =>
  text.replaceAll(CITATION, '').replaceAll(/\s+/g, ' ').trim();

/** The moments and lengths of time that a text names in digits. */
export function timesIn(text: string): NamedTime[] {
  const clocks = [...text.matchAll(CLOCK)].map(([all, hours, minutes, seconds, part]) => ({
    text: all,
    seconds:
      Number(hours ?? 0) * 3600 +
      Number(minutes) * 60 +
      Number(seconds) +
      Number(part === undefined ? 0 : `0.${part}`),
  }));
  const counted = [...text.matchAll(COUNTED)].map(([all, number = '', unit = '']) => ({
    text: all,
    seconds: numberOf(number) * secondsOf(unit.toLowerCase()),
  }));
  const placed = [...text.matchAll(AT_SECOND)].map(([all, number = '']) => ({
    text: all,
    seconds: numberOf(number),
  }));
  return [...clocks, ...counted, ...placed];
}

const secondsOf = (unit: string): number =>
  unit.startsWith('ms') || unit.startsWith('milli') ? 0.001 : (UNIT_SECONDS[unit[0] ?? ''] ?? 1);
