import { z } from 'zod';

/**
 * A number as a query carries it: its digits, and nothing that only some languages take for one.
 * What it is by default is told inside, or no description would show it.
 */
const asWritten = <Field extends z.ZodDefault<z.ZodNumber | z.ZodInt>>(
  pattern: RegExp,
  field: Field,
) =>
  z.preprocess(
    (given) => (typeof given === 'string' && pattern.test(given) ? Number(given) : given),
    field,
  );

export const countField = (min: number, max: number, usual: number) =>
  asWritten(
    /^-?\d+$/,
    z
      .int({ error: `must be a whole number from ${min} to ${max}` })
      .min(min)
      .max(max)
      .default(usual),
  );

export const secondsField = (min: number, max: number, usual: number) =>
  asWritten(
    /^-?\d+(\.\d+)?$/,
    z
      .number({ error: `must be a number of seconds from ${min} to ${max}` })
      .min(min)
      .max(max)
      .default(usual),
  );
