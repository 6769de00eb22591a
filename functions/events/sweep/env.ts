import type { z } from 'zod';
import { QuestionEnv } from '../../compose/env/question-env.ts';

/** It also starts items of batches, each of which is a question. */
export const Env = QuestionEnv;
export type Env = z.infer<typeof Env>;
