import { z } from 'zod';

/** The tables of whatever serves an organization: its rows, and what it pays with. */
export const TablesEnv = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
});
export type TablesEnv = z.infer<typeof TablesEnv>;
