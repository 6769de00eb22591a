import { z } from 'zod';
import { TranscriberEnv } from '../../compose/transcriber-env.ts';

export const Env = z.object({
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  ...TranscriberEnv.shape,
});
export type Env = z.infer<typeof Env>;
