import { randomBytes } from 'node:crypto';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { dynamoRateCounter } from '../../../layers/adapters/dynamo/identity/rate-counter.ts';
import { dynamoSessions } from '../../../layers/adapters/dynamo/identity/sessions.ts';
import { dynamoSignInAttempts } from '../../../layers/adapters/dynamo/identity/sign-in-attempts.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsMailQueue } from '../../../layers/adapters/sqs/mail-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { newSecret } from '../../../layers/adapters/system/new-secret.ts';
import { makeBeginSession } from '../../../layers/app/identity/begin-session.ts';
import { makeGetSession } from '../../../layers/app/identity/get-session.ts';
import { makeCountAgainst } from '../../../layers/app/identity/limit.ts';
import { makeCheckCode, makeMailCode } from '../../../layers/app/identity/sign-in-by-code.ts';
import { pageHandler } from '../../../layers/http/page-handler.ts';
import { credentialGate } from '../../compose/gate.ts';
import { accountPages } from './account-pages.ts';
import { codePages } from './code-pages.ts';
import { Env } from './route.ts';

const env = Env.parse(process.env);
const db = documentClient();
const people = dynamoPeople(db, env.RECORDS_TABLE);
const sessions = dynamoSessions(db, env.RECORDS_TABLE);
const attempts = dynamoSignInAttempts(db, env.RECORDS_TABLE);
const counter = dynamoRateCounter(db, env.RECORDS_TABLE);
const common = { people, sessions, attempts, digest: sha256, now: systemClock };
const countAgainst = makeCountAgainst({ ...common, counter });
const mailQueue = sqsMailQueue(queueClient(), env.MAIL_QUEUE_URL);
const beginSession = makeBeginSession({ ...common, newSecret });

const byCode = codePages({
  mailCode: makeMailCode({ ...common, mailQueue, countAgainst, random: randomBytes }),
  checkCode: makeCheckCode({ ...common, countAgainst }),
  beginSession,
});
const account = accountPages({
  authenticate: credentialGate(db, env).authenticate,
  getSession: makeGetSession({ people }),
  beginSession,
  sessions,
});

export const handler = pageHandler({
  'GET /signin': async (visit) => (await account.show(visit)) ?? byCode.address(visit),
  'POST /signin': byCode.mail,
  'GET /signin/code': byCode.link,
  'POST /signin/code': byCode.enter,
  'POST /signin/organization': account.changeOrganization,
  'POST /signin/out': account.signOut,
});
