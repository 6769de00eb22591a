import {
  accountsReadWithin,
  dynamoAccounts,
} from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { dynamoPeople } from '../../layers/adapters/dynamo/identity/people.ts';
import { dynamoRateCounter } from '../../layers/adapters/dynamo/identity/rate-counter.ts';
import { dynamoConnections } from '../../layers/adapters/dynamo/oauth/connections.ts';
import { dynamoOAuthRecords } from '../../layers/adapters/dynamo/oauth/oauth-records.ts';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { startProxy } from '../../layers/adapters/egress/proxy.ts';
import { clientDocuments } from '../../layers/adapters/oauth/client-document.ts';
import { authorizationServer } from '../../layers/adapters/oauth/server.ts';
import { newId, systemClock } from '../../layers/adapters/system/clock.ts';
import { sha256 } from '../../layers/adapters/system/digest.ts';
import { type Limit, makeCountAgainst } from '../../layers/app/identity/limit.ts';
import { approverOf } from '../../layers/domain/oauth/account-name.ts';
import { oauthHandler } from '../../layers/http/oauth-handler.ts';
import { consentPage, failurePage, movingOnPage } from '../../layers/http/pages/consent-page.ts';
import { credentialGate } from '../compose/gate.ts';
import { secretsIn } from '../compose/secrets.ts';
import { Env } from './env.ts';
import { signedInBy } from './signed-in.ts';

const env = Env.parse(process.env);
const db = documentClient();
const outside = egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS);
const { lane } = await startProxy(outside);
const secrets = await secretsIn(env.OAUTH_SECRET);
const people = dynamoPeople(db, env.RECORDS_TABLE);
const ledger = dynamoAccounts(db, env.LEDGER_TABLE);
/** The name of an organization changes seldom. */
const accounts = accountsReadWithin(db, env.LEDGER_TABLE, 5_000);
const REGISTRATIONS: Limit = { what: 'registrations of clients', most: 60, perMinutes: 60 };
const DOCUMENTS: Limit = { what: 'documents of clients', most: 60, perMinutes: 60 };
const countAgainst = makeCountAgainst({
  counter: dynamoRateCounter(db, env.RECORDS_TABLE),
  digest: sha256,
  now: systemClock,
});

const fetch = clientDocuments({ ...outside, proxy: lane().url });
const gate = credentialGate(db, env);

/** The server of one address of the service, which is issuer and audience of its tokens. */
const serverAt = (issuer: string) =>
  authorizationServer({
    issuer,
    documentation: `${issuer}/openapi.json`,
    secrets,
    records: dynamoOAuthRecords(db, env.RECORDS_TABLE, systemClock),
    approvals: dynamoConnections(db, env.RECORDS_TABLE, systemClock),
    admitFetch: (from) => countAgainst(DOCUMENTS, from),
    admitRegistration: (from) => countAgainst(REGISTRATIONS, from),
    mayAct: async (account) => {
      const { orgId, userId } = approverOf(account);
      const [member, organization] = await Promise.all([
        people.membership(orgId, userId),
        ledger.find(orgId),
      ]);
      if (!member) return 'no';
      return organization?.suspended_at === undefined ? 'yes' : 'suspended';
    },
    signedIn: signedInBy({ gate, people, accounts, baseUrl: issuer }),
    fetch,
    consentPage,
    failurePage,
    movingOnPage,
    now: systemClock,
    newId,
  });

export const handler = oauthHandler(serverAt);
