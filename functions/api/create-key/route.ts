import { NameApiKey, NewApiKey } from '../../../layers/domain/accounts/api-keys.ts';
import { route } from '../../../layers/http/route.ts';

export const createKeyRoute = route({
  name: 'create-key',
  method: 'POST',
  path: '/v1/keys',
  summary: 'Make an API key',
  description:
    'The key is told in this answer and never again. Every key of an organization spends its topup balance.',
  scope: 'person',
  body: NameApiKey,
  replies: { 200: NewApiKey },
  errors: ['invalid_request'],
});
