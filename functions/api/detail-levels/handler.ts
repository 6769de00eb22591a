import { detailLevels } from '../../../layers/domain/frames/detail-levels.ts';
import { openHandler } from '../../../layers/http/http-handler.ts';
import { detailLevelsRoute } from './route.ts';

export const handler = openHandler(detailLevelsRoute, async () => ({
  status: 200,
  body: detailLevels(),
}));
