import { z } from 'zod';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  INGEST_QUEUE_URL: z.string().min(1),
  COPY_QUEUE_URL: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
});
export type Env = z.infer<typeof Env>;
