import { z } from 'zod';
import { Health } from '../../../layers/domain/health.ts';
import { route } from '../../../layers/http/route.ts';

export const healthzRoute = route({
  name: 'healthz',
  method: 'GET',
  path: '/healthz',
  summary: 'Whether the service is up',
  description: 'The tools are really started, at most once in ten seconds.',
  scope: 'none',
  replies: { 200: Health },
  errors: [],
  runtime: 'media',
});

export const Env = z.object({
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
});
export type Env = z.infer<typeof Env>;
