import type { ApiError } from '../errors.ts';

/** What a call that needs a credential and brings none is refused with. */
export const NO_CREDENTIAL: ApiError = {
  type: 'unauthorized',
  message: 'No credential was sent. Send `Authorization: Bearer <API key or access token>`.',
};
