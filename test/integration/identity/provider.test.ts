import { personBrowser } from '../../support/person-browser.ts';
import { type RunningService, runningService } from '../../support/running-service.ts';
import { testService } from '../../support/service.ts';
import { signedIn } from '../../support/signed-in.ts';
import { openidSite } from '../../support/sites/openid-site.ts';
import { testTables } from '../../support/tables.ts';

const tables = await testTables();
let service: RunningService;
let site: Awaited<ReturnType<typeof openidSite>>;
let person: { email: string };

beforeAll(async () => {
  const { org_id } = await testService(tables).administer.createOrg('pro', 0 as never);
  person = await signedIn(tables, org_id);
  service = await runningService(tables);
  site = await openidSite(`${service.baseUrl}/signin/provider/back`);
  // Read when the first page is asked for.
  Object.assign(process.env, {
    OPENID_ISSUER: site.issuer,
    OPENID_CLIENT_ID: 'video-reader',
    OPENID_CLIENT_SECRET: 'a secret that the provider gave',
    OPENID_NAME: 'Harbour & Co',
  });
});
afterAll(async () => {
  site.close();
  expect(service.defects).toEqual([]);
  await service.stop();
});
beforeEach(() => {
  site.state.vouched = { sub: 'ada', email: person.email, email_verified: true };
});

/** Leaves for the provider, signs in there, and answers with the address of the way back. */
async function comingBack(returnTo = '/v1/session') {
  const using = personBrowser(service.baseUrl);
  await using.go('/signin');
  const left = await using.go(`/signin/provider?return_to=${encodeURIComponent(returnTo)}`);
  return { using, back: await site.signIn(left.location ?? '') };
}

test('a member signs in at the provider, and goes on where they were going', async () => {
  const { using, back } = await comingBack('/v1/session?a=1');
  expect((await using.go('/signin')).text).toContain('Sign in with Harbour &amp; Co');
  const done = await using.go(back);
  expect([done.status, done.location]).toEqual([303, `${service.baseUrl}/v1/session?a=1`]);
  expect((await using.go('/signin')).text).toContain(person.email);
});

test.each<[string, { email?: string; email_verified?: boolean }]>([
  ['an address that nobody has here', { email: 'eve@example.com', email_verified: true }],
  ['an address that is not verified there', { email_verified: false }],
  ['an address of which nothing is said', { email_verified: true }],
])('%s lets nobody in', async (_, said) => {
  const email = said.email_verified === false ? { email: person.email } : {};
  site.state.vouched = { sub: 'eve', ...email, ...said };
  const { using, back } = await comingBack();
  const refused = await using.go(back);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('did not name anybody who belongs here');
  expect(await using.cookies()).not.toContain('session');
});

test('the way back is good once, and in the browser that left alone', async () => {
  const { using, back } = await comingBack();
  expect((await personBrowser(service.baseUrl).go(back)).status).toBe(400);
  // The other browser has used it up: a stolen way back ends the sign-in, and opens nothing.
  expect((await using.go(back)).status).toBe(400);
  const again = await comingBack();
  expect((await again.using.go(again.back)).status).toBe(303);
  expect((await again.using.go(again.back)).status).toBe(400);
});

test.each<[string, (query: URLSearchParams) => void]>([
  ['a state that was changed', (query) => query.set('state', `${query.get('state')}x`)],
  ['another way on', (query) => query.set('state', `${query.get('state')?.split('.')[0]}.%2Fapp`)],
  ['no state', (query) => query.delete('state')],
  ['a code that nobody gave', (query) => query.set('code', 'x'.repeat(43))],
  ['no code', (query) => query.delete('code')],
  ['another issuer', (query) => query.set('iss', 'https://evil.example')],
  ['a refusal of the provider', (query) => query.set('error', 'access_denied')],
])('%s lets nobody in', async (_, change) => {
  const { using, back } = await comingBack();
  const url = new URL(back);
  change(url.searchParams);
  const refused = await using.go(url.href);
  expect(refused.status).toBe(400);
  expect(await using.cookies()).not.toContain('session');
});

test.each([
  ['another origin', 'https://evil.example/'],
  ['another host', '//evil.example/'],
  ['another host with a backslash', '/\\evil.example'],
  ['a path too long to take along', `/${'a'.repeat(3000)}`],
])('after the provider return_to %s leads nowhere but to the sign-in page', async (_, returnTo) => {
  const { using, back } = await comingBack(returnTo);
  expect((await using.go(back)).location).toBe(`${service.baseUrl}/signin`);
});
