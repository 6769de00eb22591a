import { ApiKeyList } from '../../../layers/domain/accounts/api-keys.ts';
import { route } from '../../../layers/http/route.ts';

export const listKeysRoute = route({
  name: 'list-keys',
  method: 'GET',
  path: '/v1/keys',
  summary: 'API keys',
  description: 'Newest first, all that are valid.',
  scope: 'person',
  replies: { 200: ApiKeyList },
  errors: [],
});
