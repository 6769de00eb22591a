import type { Middleware } from 'openapi-fetch';

/** The organization that the page shows, once that is known. */
export type Shown = () => string | undefined;

/**
 * Names it with every call, so that the page acts for no other; what is asked or ended of the
 * session itself is the same for all.
 */
export const naming = (shown: Shown): Middleware => ({
  onRequest({ request, schemaPath }) {
    const organization = shown();
    if (organization === undefined || schemaPath === '/v1/session') return;
    request.headers.set('x-shown-organization', organization);
  },
});
