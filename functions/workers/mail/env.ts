import { z } from 'zod';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  MAIL_QUEUE_URL: z.string().min(1),
  /** What mails come from, in the cloud. */
  MAIL_SENDER: z.string().min(1).optional(),
  /** Folder that mails are written into, on one machine. */
  MAIL_DIR: z.string().min(1).optional(),
});
export type Env = z.infer<typeof Env>;
