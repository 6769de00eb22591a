/**
 * Numbers that filters print on ffmpeg's messages. From release 7 on several threads write there:
 * a number may come within a line about an output, as in `[info]   Stream #0-281474976710810.25`.
 * So each is printed as a negative one with a fixed count of digits, which ends whatever digits
 * stand before it, and which nothing else that ffmpeg writes looks like.
 */
interface Print {
  /** A filter's expression that is 0 and prints what another one gives. */
  readonly print: (expression: string) => string;
  /** The number that a line of messages holds, if it does. */
  readonly read: (line: string) => number | undefined;
}

/** A power of two, so that quarters of all ticks are exact. */
const TICKS_FROM = 2 ** 48;
const TICKS = /-(\d{15,16}\.\d{6})$/;

/** Times in ticks and other whole numbers, with fractions of eighths. */
export const ticks: Print = {
  print: (expression) => `0*print(-${TICKS_FROM}-(${expression}))`,
  read: (line) => {
    const [, number] = TICKS.exec(line) ?? [];
    return number === undefined ? undefined : Number(number) - TICKS_FROM;
  },
};

const SECONDS_FROM = 2 * 10 ** 9;
/** Times beyond are damaged, by how much matters to nobody. */
const [EARLIEST, LATEST] = [-(10 ** 9), 10 ** 13];
/** Stands for no time. */
const NONE = 9 * LATEST;
const SECONDS = /-(\d{10,14}\.\d{6})$/;
const MICRO = 1_000_000;

/** Times in seconds, to the microsecond; NaN for none. */
export const seconds: Print = {
  print: (expression) => {
    const time = `clip(${expression}\\,${EARLIEST}\\,${LATEST})`;
    return `0*print(-${SECONDS_FROM}-if(isnan(${expression})\\,${NONE}\\,${time}))`;
  },
  read: (line) => {
    const [, number] = SECONDS.exec(line) ?? [];
    if (number === undefined) return undefined;
    const second = Number(number) - SECONDS_FROM;
    return second === NONE ? Number.NaN : Math.round(second * MICRO) / MICRO;
  },
};
