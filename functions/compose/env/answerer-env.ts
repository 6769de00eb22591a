import { z } from 'zod';

/** What chooses who answers questions: for whoever asks it, and for whoever tells its name. */
export const AnswererEnv = z.object({
  /** Unset: the server that ANSWERER_URL names, else evidence, which needs no model. */
  ANSWERER: z.enum(['bedrock', 'openai', 'evidence']).optional(),
  /** A server that speaks OpenAI's chat completions. */
  ANSWERER_URL: z.url({ protocol: /^https?$/ }).optional(),
  ANSWERER_API_KEY: z.string().min(1).optional(),
  ANSWERER_MODEL: z.string().min(1).optional(),
  /** Input tokens that a reading may spend for each credit that it costs. */
  ANSWERER_TOKENS_PER_CREDIT: z.coerce.number().int().min(1).default(10_000),
});
export type AnswererEnv = z.infer<typeof AnswererEnv>;
