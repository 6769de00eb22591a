import { ConnectionList } from '../../../layers/domain/oauth/connection.ts';
import { route } from '../../../layers/http/route.ts';

export const listConnectionsRoute = route({
  name: 'list-connections',
  method: 'GET',
  path: '/v1/connections',
  summary: 'Connected programs',
  description: 'Newest first: the programs that you let act for this organization.',
  scope: 'person',
  replies: { 200: ConnectionList },
  errors: [],
});
