import { z } from 'zod';
import { TablesEnv } from './tables-env.ts';

/** What giving addresses to upload to needs to know. */
export const DirectUploadsEnv = TablesEnv.extend({
  BUCKET: z.string().min(1),
  TICKET_SECRET: z.string().min(32),
  UPLOAD_SIGNER_ROLE: z.string().min(1).optional(),
  PUBLIC_STORE_URL: z.url().optional(),
});
export type DirectUploadsEnv = z.infer<typeof DirectUploadsEnv>;
