import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { accountsReadWithin } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { dynamoCallCounter } from '../../layers/adapters/dynamo/accounts/call-counter.ts';
import { dynamoKeys } from '../../layers/adapters/dynamo/accounts/key-store.ts';
import { dynamoPeople } from '../../layers/adapters/dynamo/identity/people.ts';
import { dynamoSessions } from '../../layers/adapters/dynamo/identity/sessions.ts';
import { dynamoAccessTokens } from '../../layers/adapters/dynamo/oauth/access-tokens.ts';
import { systemClock } from '../../layers/adapters/system/clock.ts';
import { sha256 } from '../../layers/adapters/system/digest.ts';
import { makeAdmit } from '../../layers/app/accounts/admit.ts';
import { makeAuthenticate } from '../../layers/app/accounts/authenticate.ts';
import type { makeOpenTicket } from '../../layers/app/uploads/tickets.ts';
import type { Gate } from '../../layers/http/http-handler.ts';
import type { TablesEnv } from './env/tables-env.ts';

/** Another plan is noticed by then. A key that was revoked is refused at once. */
const PLAN_KEPT_MS = 5_000;

const admitting = (db: DynamoDBDocumentClient, { RECORDS_TABLE }: TablesEnv) =>
  makeAdmit({ calls: dynamoCallCounter(db, RECORDS_TABLE), now: systemClock });

/** Lets in whoever has a key, a token or a session. */
export const credentialGate = (db: DynamoDBDocumentClient, tables: TablesEnv): Gate => ({
  authenticate: makeAuthenticate({
    keys: dynamoKeys(db, tables.RECORDS_TABLE),
    accessTokens: dynamoAccessTokens(db, tables.RECORDS_TABLE, systemClock),
    sessions: dynamoSessions(db, tables.RECORDS_TABLE),
    people: dynamoPeople(db, tables.RECORDS_TABLE),
    accounts: accountsReadWithin(db, tables.LEDGER_TABLE, PLAN_KEPT_MS),
    digest: sha256,
    now: systemClock,
  }),
  admit: admitting(db, tables),
});

type OpenTicket = ReturnType<typeof makeOpenTicket>;

/** Lets in whoever has a ticket. */
export const ticketGate = (
  db: DynamoDBDocumentClient,
  tables: TablesEnv,
  openTicket: OpenTicket,
): Gate => ({
  authenticate: async ({ ticket = '' }) => (await openTicket(ticket)).principal,
  admit: admitting(db, tables),
});

/** Lets in whoever has a ticket, or else a credential. */
export const eitherGate = (
  db: DynamoDBDocumentClient,
  tables: TablesEnv,
  openTicket: OpenTicket,
): Gate => {
  const byCredential = credentialGate(db, tables);
  return {
    ...byCredential,
    authenticate: (credentials) =>
      (credentials.ticket === undefined
        ? byCredential
        : ticketGate(db, tables, openTicket)
      ).authenticate(credentials),
  };
};
