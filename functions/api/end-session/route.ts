import { SignedOut } from '../../../layers/domain/identity/session-result.ts';
import { route } from '../../../layers/http/route.ts';

export const endSessionRoute = route({
  name: 'end-session',
  method: 'DELETE',
  path: '/v1/session',
  summary: 'Sign out',
  description: 'Ends this session; others of the same person go on.',
  scope: 'person',
  replies: { 200: SignedOut },
  errors: [],
});
