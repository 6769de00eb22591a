import { z } from 'zod';

/** What chooses the recogniser: for whoever uses it, and for whoever tells its name. */
export const TranscriberEnv = z.object({
  /**
   * Unset: the server that TRANSCRIBER_URL names, else pocketsphinx where it is installed, else
   * none.
   */
  TRANSCRIBER: z.enum(['amazon', 'openai', 'pocketsphinx', 'none']).optional(),
  /** A server that speaks OpenAI's transcription interface. */
  TRANSCRIBER_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRANSCRIBER_API_KEY: z.string().min(1).optional(),
  TRANSCRIBER_MODEL: z.string().min(1).default('whisper-1'),
  /** Where programs are searched for. */
  PATH: z.string().optional(),
});
