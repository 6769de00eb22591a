/** Seconds as a clock reads: `0:07.25`, `1:02:03`. */
export function clock(seconds: number, decimals = 0): string {
  const factor = 10 ** decimals;
  const whole = Math.round(seconds * factor) / factor;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = (whole % 60).toFixed(decimals).padStart(decimals === 0 ? 2 : decimals + 3, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** From the first tile to the last, told apart also where they follow each other by frames. */
export function tilesSpan({ t0, t1 }: Readonly<Record<'t0' | 't1', number>>): string {
  // To the millisecond: in binary 4.6 s less 3.6 s are less than a second.
  const decimals = Math.round((t1 - t0) * 1000) < 1000 ? 2 : 1;
  const from = clock(t0, decimals);
  return t0 === t1 ? from : `${from} to ${clock(t1, decimals)}`;
}

/** Seconds to the millisecond, without zeros that say nothing. */
export const secondOf = (seconds: number): string => `${Number(seconds.toFixed(3))} s`;

/** The pixels of a video; a file without picture has none. */
export const pixels = ({ width, height }: Readonly<Record<'width' | 'height', number>>): string =>
  width > 0 ? `${width} × ${height}` : 'sound only';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function bytes(count: number): string {
  let [value, unit] = [count, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? value : value.toPrecision(3)} ${UNITS[unit]}`;
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export const number = (value: number): string => numbers.format(value);

/** As a count of things: `1 sheet`, `2 sheets`. */
export const count = (many: number, thing: string): string =>
  `${number(many)} ${thing}${many === 1 ? '' : 's'}`;

export const credits = (value: number): string => count(value, 'credit');

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export const date = (iso: string): string => dates.format(new Date(iso));

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

export const day = (iso: string): string => days.format(new Date(iso));

/** A text that fits its place; three dots stand for what is left out. */
export const beginning = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most).join('').trimEnd()}…`;
};
