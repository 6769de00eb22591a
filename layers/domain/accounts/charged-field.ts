import { z } from 'zod';

/** What a result tells of its price, in credits. */
export const chargedField = z
  .number()
  .nullable()
  .describe('What was paid in the end: seconds that are not in the answer were given back.');
