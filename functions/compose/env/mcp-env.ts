import { z } from 'zod';
import { QuestionEnv } from './question-env.ts';

/** What the connector for agents needs to know: what the calls need that its tools make. */
export const McpEnv = QuestionEnv.extend({ TICKET_SECRET: z.string().min(32) });
export type McpEnv = z.infer<typeof McpEnv>;
