import { LEVEL_SPECS, type Level } from '../frames/levels.ts';
import { type Hundredths, toHundredths } from './credits.ts';

/** The least that any priced call costs: one hundredth of a credit. */
const atLeastOne = (price: Hundredths): Hundredths => Math.max(1, price) as Hundredths;

const TEXT_CREDITS_PER_MINUTE = 0.5;

/**
 * What covering `seconds` at a level costs the first time.
 * @param readsText whether what is written in them is read as well
 */
export function framesPrice(level: Level, seconds: number, readsText = false): Hundredths {
  const { unit, rate } = LEVEL_SPECS[level].credits;
  const units = { min: seconds / 60, sec: seconds, flat: 1 }[unit];
  const text = readsText ? (seconds / 60) * TEXT_CREDITS_PER_MINUTE : 0;
  return atLeastOne(toHundredths(units * rate + text));
}

export const TRANSCRIPT_CREDITS_PER_MINUTE = 0.5;

/** What a transcript of `seconds` costs the first time. */
export const transcriptPrice = (seconds: number): Hundredths =>
  atLeastOne(toHundredths((seconds / 60) * TRANSCRIPT_CREDITS_PER_MINUTE));
