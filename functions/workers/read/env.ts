import { z } from 'zod';
import { EgressEnv } from '../../compose/egress-env.ts';
import { TranscriberEnv } from '../../compose/transcriber-env.ts';

export const Env = z.object({
  RECORDS_TABLE: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  BUCKET: z.string().min(1),
  READ_QUEUE_URL: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
  COPY_QUEUE_URL: z.string().min(1),
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  /** The downloader; else the first yt-dlp on the PATH. */
  YT_DLP_PATH: z.string().min(1).optional(),
  ...EgressEnv.shape,
  ...TranscriberEnv.shape,
});
export type Env = z.infer<typeof Env>;
