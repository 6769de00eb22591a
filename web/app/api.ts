import { makeApi } from '../api/client.ts';
import { session } from './shown-session.ts';

/** Whoever is not signed in goes to sign in, and comes back here. */
export function goToSignIn(): void {
  const here = location.pathname + location.search;
  location.assign(`/signin?return_to=${encodeURIComponent(here)}`);
}

/** The organization that this page shows. */
export const shown = () => session.value?.org_id;

/** The calls of a signed-in person. */
export const api = makeApi(goToSignIn, shown);
