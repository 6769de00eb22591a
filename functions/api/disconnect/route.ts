import { ConnectionParams, EndedConnection } from '../../../layers/domain/oauth/connection.ts';
import { route } from '../../../layers/http/route.ts';

export const disconnectRoute = route({
  name: 'disconnect',
  method: 'DELETE',
  path: '/v1/connections/{connectionId}',
  summary: 'Disconnect a program',
  description: 'Every token that it holds is refused from that moment on.',
  scope: 'person',
  params: ConnectionParams,
  replies: { 200: EndedConnection },
  errors: ['video_not_found'],
});
