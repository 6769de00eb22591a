import { SessionResult } from '../../../layers/domain/identity/session-result.ts';
import { route } from '../../../layers/http/route.ts';

export const sessionRoute = route({
  name: 'session',
  method: 'GET',
  path: '/v1/session',
  summary: 'Who is signed in',
  scope: 'person',
  replies: { 200: SessionResult },
  errors: [],
});
