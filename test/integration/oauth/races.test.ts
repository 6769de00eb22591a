import { dynamoOAuthRecords } from '../../../layers/adapters/dynamo/oauth/oauth-records.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { OAuthProgram, REDIRECT } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';

const at = await suiteOAuthService();
const program = await OAuthProgram.register(at.baseUrl);

const AT_ONCE = 20;

/** Sends the same request many times at once, and tells what tokens came of it. */
async function atOnce(fields: Record<string, string>) {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => at.post('/oauth/token', fields)),
  );
  for (const { status, body } of answers) {
    if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant']);
  }
  return answers.flatMap(({ status, body }) => (status === 200 ? [body] : []));
}

test('of 20 redemptions of one code at once at most one is answered, and nothing of it opens anything', async () => {
  for (const _ of [1, 2, 3]) {
    const { browser, user_id } = await at.person();
    const { verifier, answer } = await program.code(browser);
    const won = await atOnce({
      grant_type: 'authorization_code',
      client_id: program.client.client_id,
      code: answer.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    });
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { access_token, refresh_token } of won) {
      expect((await at.call(access_token)).status).toBe(401);
      await expect(program.refresh(refresh_token)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    }
    expect(await at.connections.list(at.org.org_id, user_id)).toEqual([]);
  }
});

test('of 20 uses of one refresh token at once at most one is answered, and the family is over', async () => {
  for (const _ of [1, 2, 3]) {
    const { browser } = await at.person();
    const { access, refresh } = await program.connect(browser);
    const client_id = program.client.client_id;
    const won = await atOnce({ grant_type: 'refresh_token', client_id, refresh_token: refresh });
    expect(won.length).toBeLessThanOrEqual(1);
    for (const token of [access, ...won.map(({ access_token }) => access_token)]) {
      expect((await at.call(token)).status).toBe(401);
    }
  }
});

test('what is handed out while its grant ends opens nothing', async () => {
  const client_id = program.client.client_id;
  for (const _ of [1, 2, 3]) {
    const { browser, user_id } = await at.person();
    const { refresh } = await program.connect(browser);
    const [answer] = await Promise.all([
      at.post('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token: refresh }),
      at.connections.removeAll(user_id),
    ]);
    if (answer.status === 200) expect((await at.call(answer.body.access_token)).status).toBe(401);
    else expect(answer.body.error).toBe('invalid_grant');
  }
});

test('nothing is written under a grant that has ended, and a use is somebody else’s only once', async () => {
  const records = dynamoOAuthRecords(at.tables.db, at.tables.records, systemClock);
  const { browser, user_id } = await at.person();
  const { refresh } = await program.connect(browser);
  const [connection] = await at.connections.list(at.org.org_id, user_id);
  const grantId = connection?.connection_id ?? '';
  const token = { payload: { accountId: 'x', grantId }, expires: Date.now() / 1000 + 60, grantId };
  expect(await records.save('AccessToken', 'oat_late', token)).toBe(true);
  expect(await records.consume('RefreshToken', refresh)).toBe(true);
  expect(await records.consume('RefreshToken', refresh)).toBe(false);
  expect(await records.consume('RefreshToken', 'ort_invented')).toBe(false);
  await records.endGrant(grantId);
  expect(await records.save('AccessToken', 'oat_later', token)).toBe(false);
  expect(await records.find('AccessToken', 'oat_later')).toBeUndefined();
  expect(await records.find('AccessToken', 'oat_late')).toBeUndefined();
  expect(await records.find('RefreshToken', refresh)).toBeUndefined();
  await records.endGrant(grantId);
});
