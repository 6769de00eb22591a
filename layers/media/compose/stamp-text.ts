import { toNumber } from '../../domain/fraction.ts';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import type { PictureStream } from '../../domain/sources/probe.ts';
import { toMillisecond } from '../../domain/timestamp.ts';

/** Tiles closer together than this need the third decimal to be told apart, in seconds. */
const CLOSE_TOGETHER = 0.05;

/** The lines burned into a tile: its second, and its timecode where the file carries one. */
export function stampTexts(
  { rate }: Pick<FramesPlan, 'rate'>,
  picture: PictureStream,
  seconds: number,
): string[] {
  const decimals = 1 / toNumber(rate) < CLOSE_TOGETHER ? 3 : 2;
  const second = `${Math.max(0, toMillisecond(seconds)).toFixed(decimals)}s`;
  if (picture.timecode === null) return [second];
  const frame = Math.round(seconds * toNumber(picture.rate));
  return [second, timecodeAfter(picture.timecode, frame, toNumber(picture.rate))];
}

/**
 * The SMPTE timecode a number of frames after another (SMPTE ST 12-1). A `;` before the frames
 * marks drop-frame counting, which leaves out two numbers (four at 59.94) at every minute but
 * each tenth.
 */
export function timecodeAfter(timecode: string, frames: number, rate: number): string {
  const [h = 0, m = 0, s = 0, f = 0] = timecode.split(/[:;]/).map(Number);
  const nominal = Math.max(1, Math.round(rate));
  const dropped = timecode.includes(';') ? Math.round(nominal / 15) : 0;
  const minute = nominal * 60;
  const minutes = h * 60 + m;
  const start = minutes * minute + s * nominal + f - dropped * (minutes - Math.floor(minutes / 10));

  const tenMinutes = minute * 10 - dropped * 9;
  const day = tenMinutes * 6 * 24;
  const count = (((start + frames) % day) + day) % day;
  const [tens, rest] = [Math.floor(count / tenMinutes), count % tenMinutes];
  const skipped =
    rest < minute ? 0 : dropped * (1 + Math.floor((rest - minute) / (minute - dropped)));
  const number = count + tens * 9 * dropped + skipped;

  const two = (value: number) => String(value).padStart(2, '0');
  const parts = [number / (minute * 60), (number / minute) % 60, (number / nominal) % 60];
  const width = timecode.length - timecode.search(/\d+$/);
  const separator = dropped > 0 ? ';' : ':';
  return (
    parts.map((part) => two(Math.floor(part))).join(':') +
    separator +
    String(number % nominal).padStart(width, '0')
  );
}
