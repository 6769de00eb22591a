import { z } from 'zod';
import { LinkEnv } from '../../compose/link-env.ts';
import { QuestionEnv } from '../../compose/question-env.ts';

export const Env = QuestionEnv.extend({
  COPY_QUEUE_URL: z.string().min(1),
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  ...LinkEnv.shape,
});
export type Env = z.infer<typeof Env>;
