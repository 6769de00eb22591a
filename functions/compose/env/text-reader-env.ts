import { z } from 'zod';

/** What chooses the reader of text: for whoever uses it, and for whoever tells its name. */
export const TextReaderEnv = z.object({
  /** Unset: PP-OCRv4 where its runtime is installed, else none. */
  TEXT_READER: z.enum(['paddle', 'none']).optional(),
});
