import { makeApi } from '../api/client.ts';

/** The calls of a signed-in person. Whoever is not goes to sign in, and comes back here. */
export const api = makeApi(() => {
  const here = location.pathname + location.search;
  location.assign(`/signin?return_to=${encodeURIComponent(here)}`);
});
