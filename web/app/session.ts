import { bodyOf } from '../api/client.ts';
import type { SessionResult } from '../api/types.ts';
import { typedQuestion } from '../ask/typed-question.ts';
import { api } from './api.ts';
import { session } from './shown-session.ts';

export async function loadSession(): Promise<SessionResult> {
  const loaded = await bodyOf(api.GET('/v1/session'));
  session.value = loaded;
  return loaded;
}

export async function signOut(): Promise<void> {
  await bodyOf(api.DELETE('/v1/session'));
  typedQuestion.forgetAll();
  location.assign('/signin');
}

/** What is looked at, for whoever is a member of several organizations. */
export function organizationAmong({ org_id, organizations }: SessionResult): string | undefined {
  if (organizations.length < 2) return undefined;
  return organizations.find((one) => one.org_id === org_id)?.name ?? org_id;
}
