import { z } from 'zod';

/** What a queue carries: which job. Everything else is in rows. */
export const JobMessage = z.strictObject({ org_id: z.string().min(1), job_id: z.string().min(1) });
