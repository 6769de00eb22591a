import { z } from 'zod';

/**
 * A whole number as a query carries it: its digits, and nothing that only some languages take for a
 * number.
 */
export const countField = (min: number, max: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given),
    z
      .int({ error: `must be a whole number from ${min} to ${max}` })
      .min(min)
      .max(max),
  );
