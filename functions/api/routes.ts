import type { Route } from '../../layers/http/route.ts';
import { detailLevelsRoute } from './detail-levels/route.ts';
import { openapiRoute } from './openapi/route.ts';

/** Every endpoint there is. A path that is not here does not exist. */
export const ROUTES: readonly Route[] = [detailLevelsRoute, openapiRoute];
