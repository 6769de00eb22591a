import { signal } from '@preact/signals';
import { bodyOf } from '../api/client.ts';
import type { SessionResult } from '../api/types.ts';
import { api } from './api.ts';

/** Who is signed in, as soon as that is known. */
export const session = signal<SessionResult | undefined>();

export async function loadSession(): Promise<SessionResult> {
  const loaded = await bodyOf(api.GET('/v1/session'));
  session.value = loaded;
  return loaded;
}

export async function signOut(): Promise<void> {
  await bodyOf(api.DELETE('/v1/session'));
  location.assign('/signin');
}
