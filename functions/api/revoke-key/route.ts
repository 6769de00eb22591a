import { ApiKeyParams, RevokedApiKey } from '../../../layers/domain/accounts/api-keys.ts';
import { route } from '../../../layers/http/route.ts';

export const revokeKeyRoute = route({
  name: 'revoke-key',
  method: 'DELETE',
  path: '/v1/keys/{keyId}',
  summary: 'Revoke an API key',
  description:
    'It is refused from that moment on. To rotate a key, make another, put it in place, and revoke this one.',
  scope: 'person',
  params: ApiKeyParams,
  replies: { 200: RevokedApiKey },
  errors: ['video_not_found'],
});
