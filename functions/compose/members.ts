import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { dynamoPasskeys } from '../../layers/adapters/dynamo/identity/passkeys.ts';
import { dynamoPeople } from '../../layers/adapters/dynamo/identity/people.ts';
import { dynamoSessions } from '../../layers/adapters/dynamo/identity/sessions.ts';
import { dynamoConnections } from '../../layers/adapters/dynamo/oauth/connections.ts';
import { newId, systemClock } from '../../layers/adapters/system/clock.ts';
import { makeAddPerson } from '../../layers/app/identity/add-person.ts';
import { makeMembers } from '../../layers/app/identity/members.ts';
import { makeRemovePerson } from '../../layers/app/identity/remove-person.ts';
import type { TablesEnv } from './env/tables-env.ts';

/** Who belongs to an organization. */
export function membersOf(db: DynamoDBDocumentClient, env: TablesEnv) {
  const people = dynamoPeople(db, env.RECORDS_TABLE);
  return makeMembers({
    people,
    add: makeAddPerson({
      people,
      accounts: dynamoAccounts(db, env.LEDGER_TABLE),
      now: systemClock,
      newId,
    }),
    remove: makeRemovePerson({
      people,
      sessions: dynamoSessions(db, env.RECORDS_TABLE),
      passkeys: dynamoPasskeys(db, env.RECORDS_TABLE),
      connections: dynamoConnections(db, env.RECORDS_TABLE, systemClock),
    }),
  });
}
