import { randomBytes } from 'node:crypto';
import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts/accounts.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoChallenges } from '../../../layers/adapters/dynamo/identity/challenges.ts';
import { dynamoKnownBrowsers } from '../../../layers/adapters/dynamo/identity/known-browsers.ts';
import { dynamoPasskeys } from '../../../layers/adapters/dynamo/identity/passkeys.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { dynamoRateCounter } from '../../../layers/adapters/dynamo/identity/rate-counter.ts';
import { dynamoSessions } from '../../../layers/adapters/dynamo/identity/sessions.ts';
import { dynamoSignInAttempts } from '../../../layers/adapters/dynamo/identity/sign-in-attempts.ts';
import { dynamoConnections } from '../../../layers/adapters/dynamo/oauth/connections.ts';
import { passkeyCeremonies } from '../../../layers/adapters/passkeys/ceremonies.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsMailQueue } from '../../../layers/adapters/sqs/mail-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { newSecret } from '../../../layers/adapters/system/new-secret.ts';
import { makeBeginSession } from '../../../layers/app/identity/begin-session.ts';
import { makeGiveChallenges } from '../../../layers/app/identity/challenges.ts';
import { makeConnections } from '../../../layers/app/identity/connections.ts';
import { makeGetSession } from '../../../layers/app/identity/get-session.ts';
import { makeKeepPasskeys } from '../../../layers/app/identity/keep-passkeys.ts';
import { makeCountAgainst } from '../../../layers/app/identity/limit.ts';
import { makeCheckCode, makeMailCode } from '../../../layers/app/identity/sign-in-by-code.ts';
import { makeSignInByPasskey } from '../../../layers/app/identity/sign-in-by-passkey.ts';
import { makeSignInByProvider } from '../../../layers/app/identity/sign-in-by-provider.ts';
import { pageHandler } from '../../../layers/http/page-handler.ts';
import { apiKeysOf } from '../../compose/api-keys.ts';
import { credentialGate } from '../../compose/gate.ts';
import { accessPages } from './access-pages.ts';
import { accountPages } from './account-pages.ts';
import { codePages } from './code-pages.ts';
import { Env } from './env.ts';
import { ONCE_SCRIPT } from './once-script.ts';
import { passkeyPages } from './passkey-pages.ts';
import { providerIn } from './provider-in.ts';
import { providerPages } from './provider-pages.ts';
import { signInPage } from './ways.ts';

const env = Env.parse(process.env);
const db = documentClient();
const table = env.RECORDS_TABLE;
const people = dynamoPeople(db, table);
const sessions = dynamoSessions(db, table);
const common = { people, sessions, digest: sha256, now: systemClock, newSecret };
const countAgainst = makeCountAgainst({ ...common, counter: dynamoRateCounter(db, table) });
const challenges = makeGiveChallenges({ ...common, challenges: dynamoChallenges(db, table) });
const accounts = dynamoAccounts(db, env.LEDGER_TABLE);
const beginSession = makeBeginSession({ ...common, accounts });

const provider = await providerIn(env);
const byProvider =
  provider && makeSignInByProvider({ ...common, provider, challenges, countAgainst });
const signIn = signInPage(provider?.name);

const attempts = dynamoSignInAttempts(db, table);
const mailQueue = sqsMailQueue(queueClient(), env.MAIL_QUEUE_URL);
const byCode = { ...common, attempts, countAgainst, browsers: dynamoKnownBrowsers(db, table) };
const code = codePages({
  mailCode: makeMailCode({ ...byCode, mailQueue, random: randomBytes }),
  checkCode: makeCheckCode(byCode),
  beginSession,
  signIn,
});

const withPasskeys = {
  ...common,
  ceremonies: passkeyCeremonies,
  passkeys: dynamoPasskeys(db, table),
  challenges,
  countAgainst,
};
const keeping = makeKeepPasskeys(withPasskeys);
const account = accountPages({
  authenticate: credentialGate(db, env).authenticate,
  getSession: makeGetSession({ people, accounts }),
  beginSession,
  sessions,
  keeping,
});
const passkey = passkeyPages({
  byPasskey: makeSignInByPasskey(withPasskeys),
  keeping,
  beginSession,
  requirePerson: account.requirePerson,
  signIn,
});
const access = accessPages({
  ...account,
  accounts,
  keys: apiKeysOf(db, table),
  programs: makeConnections({ connections: dynamoConnections(db, table, systemClock) }),
});
const outside = providerPages({ byProvider, beginSession, signIn });

export const handler = pageHandler({
  'GET /signin': async (visit) => (await account.show(visit)) ?? signIn(visit),
  'POST /signin': code.mail,
  'GET /signin/code': code.link,
  'POST /signin/code': code.enter,
  'GET /signin/once.js': async () => ({ script: ONCE_SCRIPT }),
  'GET /signin/passkeys.js': passkey.script,
  'POST /signin/passkey/ask': passkey.ask,
  'POST /signin/passkey': passkey.enter,
  'POST /signin/passkeys/ask': passkey.askNew,
  'POST /signin/passkeys': passkey.add,
  'POST /signin/passkeys/remove': passkey.remove,
  'GET /signin/provider': outside.leave,
  'GET /signin/provider/back': outside.comeBack,
  'GET /signin/access': access.show,
  'POST /signin/access/keys': access.makeKey,
  'POST /signin/access/keys/rename': access.renameKey,
  'POST /signin/access/keys/revoke': access.revokeKey,
  'POST /signin/access/programs/disconnect': access.disconnect,
  'POST /signin/organization': account.changeOrganization,
  'POST /signin/out': account.signOut,
  'POST /signin/out/everywhere': account.signOutEverywhere,
});
