import { LEVEL_SPECS, type Level } from '../frames/levels.ts';
import { type Hundredths, toHundredths } from './credits.ts';

/** The least that any priced call costs: one hundredth of a credit. */
const atLeastOne = (price: Hundredths): Hundredths => Math.max(1, price) as Hundredths;

/** What covering `seconds` at a level costs the first time. */
export function framesPrice(level: Level, seconds: number): Hundredths {
  const { unit, rate } = LEVEL_SPECS[level].credits;
  const units = { min: seconds / 60, sec: seconds, flat: 1 }[unit];
  return atLeastOne(toHundredths(units * rate));
}

const TRANSCRIPT_CREDITS_PER_MINUTE = 0.5;

/** What a transcript of `seconds` costs the first time. */
export const transcriptPrice = (seconds: number): Hundredths =>
  atLeastOne(toHundredths((seconds / 60) * TRANSCRIPT_CREDITS_PER_MINUTE));
