import { ApiKey, ApiKeyParams, NameApiKey } from '../../../layers/domain/accounts/api-keys.ts';
import { route } from '../../../layers/http/route.ts';

export const renameKeyRoute = route({
  name: 'rename-key',
  method: 'PATCH',
  path: '/v1/keys/{keyId}',
  summary: 'Name an API key anew',
  description: 'The key itself stays as it is.',
  scope: 'person',
  params: ApiKeyParams,
  body: NameApiKey,
  replies: { 200: ApiKey },
  errors: ['invalid_request', 'video_not_found'],
});
