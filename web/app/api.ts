import { makeApi } from '../api/client.ts';

/** Whoever is not signed in goes to sign in, and comes back here. */
export function goToSignIn(): void {
  const here = location.pathname + location.search;
  location.assign(`/signin?return_to=${encodeURIComponent(here)}`);
}

/** The calls of a signed-in person. */
export const api = makeApi(goToSignIn);
