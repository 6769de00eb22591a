import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { rate } from '../../layers/adapters/dynamo/keys.ts';
import { dynamoConnections } from '../../layers/adapters/dynamo/oauth/connections.ts';
import { record } from '../../layers/adapters/dynamo/oauth/oauth-keys.ts';
import { systemClock } from '../../layers/adapters/system/clock.ts';
import { sha256 } from '../../layers/adapters/system/digest.ts';
import type { OAuthKind } from '../../layers/app/ports/identity/oauth-records.ts';
import { OAuthBrowser } from './oauth-browser.ts';
import { runningService } from './running-service.ts';
import { testService } from './service.ts';
import { signedIn } from './signed-in.ts';
import { testTables } from './tables.ts';

/** The functions behind the local gateway, with an organization and people who are signed in. */
export async function oauthService() {
  const tables = await testTables();
  const { administer } = testService(tables);
  const org = await administer.createOrg('pro', 10_000 as never);
  const service = await runningService(tables);
  const { baseUrl } = service;
  return {
    tables,
    service,
    baseUrl,
    org,
    connections: dynamoConnections(tables.db, tables.records, systemClock),
    administer,
    /** A new member of the organization, and a browser of theirs. */
    async person(orgId = org.org_id) {
      const who = await signedIn(tables, orgId);
      return { ...who, browser: new OAuthBrowser(who.cookie) };
    },
    call: (token: string, path = '/v1/jobs') =>
      fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } }),
    /** Lets the end of something come. */
    expire: (kind: OAuthKind, id: string) =>
      tables.db.send(
        new UpdateCommand({
          TableName: tables.records,
          Key: record(kind, id),
          UpdateExpression: 'SET expires_at = :past',
          ExpressionAttributeValues: { ':past': Math.floor(Date.now() / 1000) - 1 },
        }),
      ),
    /** Lets this machine register as if it had not yet within the hour. */
    async forgetRegistrations() {
      const subject = `registrations of clients in 60 min#${sha256('127.0.0.1')}`;
      const hour = new Date(Date.now() - (Date.now() % 3600_000)).toISOString();
      const Key = rate(subject, hour);
      await tables.db.send(new DeleteCommand({ TableName: tables.records, Key }));
    },
    /** The token endpoint, by hand. */
    post: async (path: string, fields: Readonly<Record<string, string>> | [string, string][]) => {
      const answer = await fetch(baseUrl + path, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
    },
  };
}

/** The same for a suite: it ends with that, and nothing may have gone wrong in it by itself. */
export async function suiteOAuthService() {
  const at = await oauthService();
  afterAll(async () => {
    expect(at.service.defects).toEqual([]);
    await at.service.stop();
  });
  return at;
}
