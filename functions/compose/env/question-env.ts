import type { z } from 'zod';
import { AnswererEnv } from './answerer-env.ts';
import { ReadingEnv } from './reading-env.ts';

/** What every call that asks a question needs to know. */
export const QuestionEnv = ReadingEnv.extend(AnswererEnv.shape);
export type QuestionEnv = z.infer<typeof QuestionEnv>;
