import { z } from 'zod';

/**
 * Money is held as whole hundredths of a credit, so that sums are exact.
 * The wire carries credits with at most two decimals.
 */
export const Hundredths = z.int().brand<'Hundredths'>();
export type Hundredths = z.infer<typeof Hundredths>;

/**
 * Credits to hundredths, rounded up to the next hundredth; float dust below 1e-6 is not a
 * hundredth.
 */
export const toHundredths = (credits: number): Hundredths =>
  Math.ceil(Math.round(credits * 1e8) / 1e6) as Hundredths;

/** What charges, or refunds, come to. */
export const totalOf = (parts: readonly { readonly amount: Hundredths }[]): Hundredths =>
  parts.reduce((sum, { amount }) => sum + amount, 0) as Hundredths;

export const NOTHING = 0 as Hundredths;

export const toCredits = (hundredths: Hundredths): number => hundredths / 100;

/** A repeat of a window already paid for costs a fifth, rounded up. */
export const repeatPrice = (full: Hundredths): Hundredths => Math.ceil(full / 5) as Hundredths;
