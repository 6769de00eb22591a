import { z } from 'zod';
import { AnswererEnv } from '../../compose/env/answerer-env.ts';
import { TextReaderEnv } from '../../compose/env/text-reader-env.ts';
import { TranscriberEnv } from '../../compose/env/transcriber-env.ts';

export const Env = z.object({
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  YT_DLP_PATH: z.string().min(1).optional(),
  MAIL_DIR: z.string().min(1).optional(),
  ...TranscriberEnv.shape,
  ...TextReaderEnv.shape,
  ...AnswererEnv.shape,
});
export type Env = z.infer<typeof Env>;
