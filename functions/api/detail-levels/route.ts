import { z } from 'zod';
import { DetailLevelsResult } from '../../../layers/domain/frames/detail-levels.ts';
import { route } from '../../../layers/http/route.ts';

export const detailLevelsRoute = route({
  name: 'detail-levels',
  method: 'GET',
  path: '/v1/detail-levels',
  summary: 'Levels and plans',
  description: 'Read from the tables that the service itself applies.',
  scope: 'none',
  replies: { 200: DetailLevelsResult },
  errors: [],
});

export const Env = z.object({});
export type Env = z.infer<typeof Env>;
