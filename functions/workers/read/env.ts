import { z } from 'zod';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  READ_QUEUE_URL: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  /** A server that speaks OpenAI's transcription interface; without it pocketsphinx, where it is installed. */
  TRANSCRIBER_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRANSCRIBER_API_KEY: z.string().min(1).optional(),
  TRANSCRIBER_MODEL: z.string().min(1).default('whisper-1'),
  PATH: z.string().optional(),
});
export type Env = z.infer<typeof Env>;
