import { z } from 'zod';

export const Env = z.object({ BUCKET: z.string().min(1) });
export type Env = z.infer<typeof Env>;
