/*
 * RECORDS_TABLE
 * | pk              | sk                                | what                                            |
 * |-----------------|-----------------------------------|-------------------------------------------------|
 * | KEY#<sha256>    | KEY                               | API key by the digest of itself; names its org  |
 * | ORG#<org>       | KEY#<key>                         | the same key, for listing and revoking          |
 * | ORG#<org>       | KEYS                              | how many keys were ever made                    |
 * | ORG#<org>       | MEMBER#<user>                     | membership of a person, with their role         |
 * | ORG#<org>       | MEMBERS                           | how often somebody joined or changed their role |
 * | ORG#<org>       | OWNERS                            | set of the people who are owners                |
 * | ORG#<org>       | SLOTS                             | set of jobs queued or running                   |
 * | ORG#<org>       | SPEECH                            | windows that recognisers have in hand; expires  |
 * | ORG#<org>       | IDEMPOTENCY#<operation>#<digest>  | job made under a caller's key; expires          |
 * | ORG#<org>       | JOB#<job>                         | job; carries `due` and `due_at` until it ends   |
 * | ORG#<org>       | UPLOAD#<upload>                   | upload; names its video once that is known, and |
 * |                 |                                   | carries `due` and `due_at` until then           |
 * | ORG#<org>       | TICKET#<nonce>                    | ticket that was used; expires                   |
 * | ORG#<org>       | SHA256#<digest>                   | names the video that holds these bytes          |
 * | ORG#<org>       | LINK#<digest>                     | names the video of a link, by its canonical     |
 * |                 |                                   | address, or says why there is none and expires  |
 * | ORG#<org>       | VIDEO#<video>                     | video; `pending` until its link is fetched,     |
 * |                 |                                   | bare with why when that failed, or with the     |
 * |                 |                                   | video that took its place; while it is erased,  |
 * |                 |                                   | a note of its id; always `due` and `due_at`     |
 * | ORG#<org>       | VIDEO#<video>#LINK#<digest>       | a further link of this video, so that erasure   |
 * |                 |                                   | finds it, and the video that was there for it;  |
 * |                 |                                   | while it is erased, its own link too            |
 * | ORG#<org>       | VIDEO#<video>#FETCH               | the run that fetches it; expires                |
 * | ORG#<org>       | VIDEO#<video>#PAID#<level>#<job>  | window paid in full                             |
 * | ORG#<org>       | VIDEO#<video>#UPLOAD#<upload>     | upload of this video, so that erasure finds it  |
 * | ORG#<org>       | VIDEO#<video>#JOB#<job>           | job about this video, likewise                  |
 * | ORG#<org>       | QSESSION#<session>                | names the video that a question session is about |
 * | ORG#<org>       | VIDEO#<video>#QSESSION#<session>  | question session: what was read, and what was   |
 * |                 |                                   | asked in it                                     |
 * | ORG#<org>       | VIDEO#<video>#QUESTION#<digest>   | the job that answers this very question         |
 * | ORG#<org>       | BATCH#<batch>                     | batch; expires                                  |
 * | ORG#<org>       | BATCHITEM#<batch>#<nn>            | one video of a batch, with what is asked while  |
 * |                 |                                   | it waits and with its job afterwards; expires   |
 * | ORG#<org>       | BATCHJOB#<job>#<batch>#<nn>       | names an item that the job answers, so that     |
 * |                 |                                   | erasure finds it; expires                       |
 * | ORG#<org>       | BATCHWAITS#<batch>                | a batch in which items wait; carries `due` and  |
 * |                 |                                   | `due_at`                                        |
 * | ORG#<org>       | WEBHOOK_SECRET                    | secret that webhooks are signed with            |
 * | ORG#<org>       | WEBHOOK#<delivery>                | delivery owed for the end of a job or an upload; |
 * |                 |                                   | carries `due` and `due_at` while it is pending; |
 * |                 |                                   | expires                                         |
 * | ORG#<org>#CALLS | <minute>                          | calls in that minute; expires                   |
 * | USER#<user>     | USER                              | person; names the organizations they belong to  |
 * | USER#<user>     | SESSION#<sha256>                  | session, so that all of a person's can be ended |
 * | USER#<user>     | CONNECTION#<grant>                | program that a person connected; expires        |
 * | USER#<user>     | PASSKEY#<sha256>                  | names a passkey, so that all can be listed      |
 * | USER#<user>     | PASSKEYS                          | how many passkeys were ever added               |
 * | PASSKEY#<sha256>| PASSKEY                           | passkey by the digest of its id                 |
 * | CHALLENGE#<sha256> | CHALLENGE                      | what a device or a provider brings back; expires |
 * | EMAIL#<sha256>  | EMAIL                             | names the person who has the address            |
 * | SESSION#<sha256>| SESSION                           | session by the digest of its secret; expires    |
 * | SIGNIN#<sha256> | SIGNIN                            | sign-in that waits for its code; expires        |
 * | BROWSER#<sha256> | BROWSER                          | a mailbox's owner has signed in with it; expires |
 * | OAUTH#<sha256>  | <kind>                            | what the authorization server keeps, by the     |
 * |                 |                                   | digest of its id: clients, interactions,        |
 * |                 |                                   | grants, codes, tokens; expires                  |
 * | OAUTH#<sha256>  | MEMBER#<kind>#<sha256>            | what was handed out under the grant; expires    |
 * | RATE#<what>#<sha256> | <start>                      | events of a limited kind since then; expires    |
 *
 * LEDGER_TABLE
 * | pk              | sk                                | what                                            |
 * |-----------------|-----------------------------------|-------------------------------------------------|
 * | ORG#<org>       | ACCOUNT                           | tier, wallets, number of the newest entry       |
 * | ORG#<org>       | ENTRY#<what>                      | one movement, e.g. ENTRY#<job>#charge#topup;    |
 * |                 |                                   | `seq` puts it into the index by_seq             |
 */
import type { NativeAttributeValue } from '@aws-sdk/lib-dynamodb';

export type Key = { readonly pk: string; readonly sk: string };
export type Row = Record<string, NativeAttributeValue>;

const org = (orgId: string) => `ORG#${orgId}`;
const under = (orgId: string, sk: string): Key => ({ pk: org(orgId), sk });

export const keyByHash = (hash: string): Key => ({ pk: `KEY#${hash}`, sk: 'KEY' });
export const keyOfOrg = (orgId: string, keyId: string) => under(orgId, `KEY#${keyId}`);
export const keysMade = (orgId: string) => under(orgId, 'KEYS');
export const slots = (orgId: string) => under(orgId, 'SLOTS');
export const recogniserSlots = (orgId: string) => under(orgId, 'SPEECH');
export const idempotency = (orgId: string, operation: string, digest: string) =>
  under(orgId, `IDEMPOTENCY#${operation}#${digest}`);
export const job = (orgId: string, jobId: string) => under(orgId, `JOB#${jobId}`);
export const webhookSecret = (orgId: string) => under(orgId, 'WEBHOOK_SECRET');
export const webhook = (orgId: string, deliveryId: string) => under(orgId, `WEBHOOK#${deliveryId}`);
/** The id in the sort key of a delivery. */
export const deliveryOf = (sk: string): string => sk.split('#')[1] ?? '';
export const upload = (orgId: string, uploadId: string) => under(orgId, `UPLOAD#${uploadId}`);
export const usedTicket = (orgId: string, nonce: string) => under(orgId, `TICKET#${nonce}`);
export const sha256 = (orgId: string, digest: string) => under(orgId, `SHA256#${digest}`);
export const link = (orgId: string, digest: string) => under(orgId, `LINK#${digest}`);
export const fetch = (orgId: string, videoId: string) => under(orgId, `VIDEO#${videoId}#FETCH`);
export const video = (orgId: string, videoId: string) => under(orgId, `VIDEO#${videoId}`);
export const paidWindows = (orgId: string, videoId: string) =>
  under(orgId, `VIDEO#${videoId}#PAID#`);
export const paidWindow = (orgId: string, videoId: string, level: string, jobId = '') =>
  under(orgId, `VIDEO#${videoId}#PAID#${level}#${jobId}`);
/** The level in the sort key of a paid window. */
export const levelOf = (sk: string): string => sk.split('#')[3] ?? '';
export const videoUpload = (orgId: string, videoId: string, uploadId: string) =>
  under(orgId, `VIDEO#${videoId}#UPLOAD#${uploadId}`);
export const videoLink = (orgId: string, videoId: string, digest: string) =>
  under(orgId, `VIDEO#${videoId}#LINK#${digest}`);
export const questionSession = (orgId: string, sessionId: string) =>
  under(orgId, `QSESSION#${sessionId}`);
export const videoQuestionSession = (orgId: string, videoId: string, sessionId: string) =>
  under(orgId, `VIDEO#${videoId}#QSESSION#${sessionId}`);
export const videoQuestion = (orgId: string, videoId: string, digest: string) =>
  under(orgId, `VIDEO#${videoId}#QUESTION#${digest}`);
export const batch = (orgId: string, batchId: string) => under(orgId, `BATCH#${batchId}`);
export const batchItems = (orgId: string, batchId: string) => under(orgId, `BATCHITEM#${batchId}#`);
export const batchItem = (orgId: string, batchId: string, index: number) =>
  under(orgId, `BATCHITEM#${batchId}#${String(index).padStart(2, '0')}`);
export const itemsOfJob = (orgId: string, jobId: string) => under(orgId, `BATCHJOB#${jobId}#`);
export const itemOfJob = (orgId: string, jobId: string, batchId: string, index: number) =>
  under(orgId, `BATCHJOB#${jobId}#${batchId}#${String(index).padStart(2, '0')}`);
export const waitingBatch = (orgId: string, batchId: string) =>
  under(orgId, `BATCHWAITS#${batchId}`);
export const videoJob = (orgId: string, videoId: string, jobId: string) =>
  under(orgId, `VIDEO#${videoId}#JOB#${jobId}`);
export const calls = (orgId: string, minute: string): Key => ({
  pk: `${org(orgId)}#CALLS`,
  sk: minute,
});

export const member = (orgId: string, userId: string) => under(orgId, `MEMBER#${userId}`);
export const membersMade = (orgId: string) => under(orgId, 'MEMBERS');
export const owners = (orgId: string) => under(orgId, 'OWNERS');

const ofUser = (userId: string, sk: string): Key => ({ pk: `USER#${userId}`, sk });

export const user = (userId: string) => ofUser(userId, 'USER');
export const sessionOfUser = (userId: string, hash: string) => ofUser(userId, `SESSION#${hash}`);
export const passkeyOfUser = (userId: string, digest: string) =>
  ofUser(userId, `PASSKEY#${digest}`);
export const passkeysMade = (userId: string) => ofUser(userId, 'PASSKEYS');
export const passkey = (digest: string): Key => ({ pk: `PASSKEY#${digest}`, sk: 'PASSKEY' });
export const challenge = (hash: string): Key => ({
  pk: `CHALLENGE#${hash}`,
  sk: 'CHALLENGE',
});
export const email = (digest: string): Key => ({ pk: `EMAIL#${digest}`, sk: 'EMAIL' });
export const session = (hash: string): Key => ({ pk: `SESSION#${hash}`, sk: 'SESSION' });
export const signInAttempt = (hash: string): Key => ({ pk: `SIGNIN#${hash}`, sk: 'SIGNIN' });
export const knownBrowser = (hash: string): Key => ({ pk: `BROWSER#${hash}`, sk: 'BROWSER' });
export const rate = (subject: string, start: string): Key => ({ pk: `RATE#${subject}`, sk: start });

export const account = (orgId: string) => under(orgId, 'ACCOUNT');
export const entry = (orgId: string, what: string) => under(orgId, `ENTRY#${what}`);
