import { randomBytes } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoAccounts } from '../layers/adapters/dynamo/accounts/accounts.ts';
import { dynamoPasskeys } from '../layers/adapters/dynamo/identity/passkeys.ts';
import { dynamoPeople } from '../layers/adapters/dynamo/identity/people.ts';
import { dynamoSessions } from '../layers/adapters/dynamo/identity/sessions.ts';
import { dynamoSignInAttempts } from '../layers/adapters/dynamo/identity/sign-in-attempts.ts';
import { dynamoConnections } from '../layers/adapters/dynamo/oauth/connections.ts';
import { newId, systemClock } from '../layers/adapters/system/clock.ts';
import { sha256 } from '../layers/adapters/system/digest.ts';
import { newSecret } from '../layers/adapters/system/new-secret.ts';
import { requireOrganization } from '../layers/app/accounts/require-organization.ts';
import { makeAddPerson } from '../layers/app/identity/add-person.ts';
import { makeMembers } from '../layers/app/identity/members.ts';
import { makeRemovePerson } from '../layers/app/identity/remove-person.ts';
import { makeSignInLink } from '../layers/app/identity/sign-in-by-code.ts';
import type { Role } from '../layers/domain/identity/membership.ts';

interface Tables {
  readonly db: DynamoDBDocumentClient;
  readonly records: string;
  readonly ledger: string;
}

/** What whoever runs the service does with people. */
export function peopleOf({ db, records, ledger }: Tables) {
  const accounts = dynamoAccounts(db, ledger);
  const people = dynamoPeople(db, records);
  const sessions = dynamoSessions(db, records);
  const attempts = dynamoSignInAttempts(db, records);
  const passkeys = dynamoPasskeys(db, records);
  const connections = dynamoConnections(db, records, systemClock);
  const common = {
    people,
    sessions,
    passkeys,
    connections,
    attempts,
    now: systemClock,
    digest: sha256,
  };
  const add = makeAddPerson({ ...common, accounts, newId });
  const remove = makeRemovePerson(common);
  const members = makeMembers({ people, add, remove });
  const link = makeSignInLink({ ...common, random: randomBytes, newSecret });
  return {
    async add(orgId: string, email: string, asked?: Role) {
      const { user_id, role } = await add(orgId, email, asked);
      return { user_id, email, org_id: orgId, role };
    },
    /** @throws Error in words for a person */
    async list(orgId: string) {
      await requireOrganization(accounts, orgId);
      return { users: (await members.list(orgId)).members };
    },
    /** @throws Error in words for a person */
    async remove(orgId: string, email: string) {
      const outcome = await remove(orgId, email);
      if (outcome === 'last owner') {
        throw new Error(
          `${email} is the only owner of ${orgId}; make somebody else an owner first`,
        );
      }
      if (outcome === 'no member') throw new Error(`${email} is no member of ${orgId}`);
      return { org_id: orgId, email, removed: true };
    },
    /** An address that signs a person in once, within an hour. */
    async signInLink(baseUrl: string, email: string): Promise<string> {
      if (!(await people.findByEmail(email)))
        throw new Error(`nobody here has the address ${email}`);
      const members = new URLSearchParams({ ...(await link(email)) });
      return `${baseUrl}/signin/code?${members}`;
    },
  };
}
