import { randomBytes } from 'node:crypto';
import { dynamoPeople } from '../../layers/adapters/dynamo/identity/people.ts';
import { dynamoSessions } from '../../layers/adapters/dynamo/identity/sessions.ts';
import { newId } from '../../layers/adapters/system/clock.ts';
import { sha256 } from '../../layers/adapters/system/digest.ts';
import type { Role } from '../../layers/domain/identity/membership.ts';
import { endOfSession } from '../../layers/domain/identity/session.ts';
import type { TestTables } from './tables.ts';

/** A new member of an organization who has signed in; `cookie` is what their browser sends. */
export async function signedIn({ db, records }: TestTables, orgId: string, role: Role = 'owner') {
  const people = dynamoPeople(db, records);
  const user_id = newId('usr');
  const email = `${user_id.toLowerCase()}@example.com`;
  const created_at = new Date().toISOString();
  await people.add({ user_id, email, created_at });
  await people.join({ org_id: orgId, user_id, role, created_at });
  const secret = randomBytes(32).toString('base64url');
  await dynamoSessions(db, records).add({
    hash: sha256(secret),
    user_id,
    org_id: orgId,
    created_at,
    ends_at: endOfSession(new Date()),
  });
  return { user_id, email, secret, cookie: `video_reader_session=${secret}` };
}
