import { z } from 'zod';
import { QuestionEnv } from '../../compose/question-env.ts';

export const Env = QuestionEnv.extend({
  COPY_QUEUE_URL: z.string().min(1),
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  /** The downloader; else the first yt-dlp on the PATH. */
  YT_DLP_PATH: z.string().min(1).optional(),
});
export type Env = z.infer<typeof Env>;
