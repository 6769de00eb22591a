import { dynamoAccountDirectory } from '../../../layers/adapters/dynamo/accounts/account-directory.ts';
import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import { newId } from '../../../layers/adapters/system/clock.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { codeIn, fieldsOf, mailsTo, personBrowser } from '../../support/person-browser.ts';

const { tables, service, administer, ...at } = await suiteOAuthService();
const org = at.org.org_id;

/** A member, who has not signed in. */
async function member(orgs = [org]) {
  const people = dynamoPeople(tables.db, tables.records);
  const user_id = newId('usr');
  const email = `${user_id.toLowerCase()}@example.com`;
  const created_at = new Date().toISOString();
  await people.add({ user_id, email, created_at });
  for (const org_id of orgs) await people.join({ org_id, user_id, role: 'owner', created_at });
  return { user_id, email };
}
const mailTo = async (email: string, count = 1) =>
  (await mailsTo(service.mailDir, email, count)).at(-1) ?? '';
const browser = () => personBrowser(service.baseUrl);

/** Signs in, and answers with the browser and where it was sent. */
async function signIn(email: string, returnTo?: string, using = browser()) {
  const page = await using.ask(email, returnTo);
  const done = await using.enter(page, codeIn(await mailTo(email)));
  return { using, done };
}
const sessionOf = async (using: ReturnType<typeof browser>) => {
  const response = await fetch(`${service.baseUrl}/v1/session`, {
    headers: { cookie: await using.cookies() },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('a person signs in with the code that was mailed to them, without any script', async () => {
  const { email, user_id } = await member();
  const using = browser();
  const page = await using.ask(` ${email.toUpperCase()} `, '/v1/session');
  expect([page.status, page.text.includes(email)]).toEqual([200, true]);
  const mail = await mailTo(email);
  expect(mail).toContain(`\nTo: ${email}\n`);
  const code = codeIn(mail);
  // As an East Asian keyboard writes digits and a space.
  const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  const done = await using.enter(page, `${wide.slice(0, 3)}\u3000${wide.slice(3)}`);
  expect([done.status, done.location]).toEqual([303, `${service.baseUrl}/v1/session`]);
  expect(await sessionOf(using)).toMatchObject({
    status: 200,
    body: { email, user_id, org_id: org },
  });
  expect((await using.go('/signin')).text).toContain(email);
});

test('every page is kept from frames, caches, sniffing and other origins, and runs nothing inline', async () => {
  const using = browser();
  const shown = [
    await using.go('/signin'),
    await using.ask('nobody@example.com'),
    await using.go('/signin', {}),
    await using.go('/signin/code?attempt=a&code=1&email=e'),
  ];
  for (const { headers, text } of shown) {
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain('unsafe');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'strict-transport-security': expect.stringContaining('max-age='),
      'content-type': 'text/html; charset=utf-8',
    });
    expect(text).not.toMatch(/<script(?! type="module" src=)|\son\w+=|style="/);
  }
});

test('an address that nobody has gets the same page, and no mail', async () => {
  const { email } = await member();
  const unknown = email.replace('@example', '@examplf');
  const [there, nowhere] = [await browser().ask(email), await browser().ask(unknown)];
  const bare = ({ status, text }: typeof there, address: string) => [
    status,
    text.replaceAll(address, '').replaceAll(/name="form_token" value="[^"]*"/g, ''),
  ];
  expect(bare(nowhere, unknown)).toEqual(bare(there, email));
  await mailTo(email);
  // What is asked for next comes after whatever the unknown address caused.
  const other = await member();
  await browser().ask(other.email);
  await mailTo(other.email);
  expect(await mailsTo(service.mailDir, unknown, 0)).toEqual([]);
});

test('a code is good once', async () => {
  const { email } = await member();
  const using = browser();
  const page = await using.ask(email);
  const code = codeIn(await mailTo(email));
  const entered = await Promise.all(Array.from({ length: 4 }, () => using.enter(page, code)));
  expect(entered.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400]);
  expect((await using.enter(page, code)).status).toBe(400);
});

test('after five wrong codes the right one is refused too, however they come', async () => {
  const { email } = await member();
  const using = browser();
  const page = await using.ask(email);
  const code = codeIn(await mailTo(email));
  const wrong = [1, 2, 3, 4, 5].map((step) =>
    String((Number(code) + step) % 1_000_000).padStart(6, '0'),
  );
  const refused = await Promise.all(wrong.map((guess) => using.enter(page, guess)));
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect((await using.enter(page, code)).status).toBe(400);
  expect((await sessionOf(using)).status).toBe(401);
});

test('a code serves only the browser that asked for it', async () => {
  const { email } = await member();
  await browser().ask(email);
  const code = codeIn(await mailTo(email));
  const thief = browser();
  const page = await thief.ask('nobody@example.com');
  const refused = await thief.go('/signin/code', {
    ...fieldsOf(page, '/signin/code'),
    email,
    code,
  });
  expect(refused.status).toBe(400);
});

test('a code serves only the address that it was mailed to', async () => {
  const [mine, theirs] = [await member(), await member()];
  const using = browser();
  const page = await using.ask(mine.email);
  const code = codeIn(await mailTo(mine.email));
  const fields = { ...fieldsOf(page, '/signin/code'), code };
  expect((await using.go('/signin/code', { ...fields, email: theirs.email })).status).toBe(400);
  expect((await using.go('/signin/code', fields)).status).toBe(303);
});

test('a code that was asked for anew takes the place of the one before', async () => {
  const { email } = await member();
  const using = browser();
  const page = await using.ask(email);
  const first = codeIn(await mailTo(email));
  const again = await using.go('/signin', fieldsOf(page, '/signin'));
  const second = codeIn(await mailTo(email, 2));
  if (first !== second) expect((await using.enter(again, first)).status).toBe(400);
  expect((await using.enter(again, second)).status).toBe(303);
});

test('whoever mistyped their address still gets to where they were going', async () => {
  const using = browser();
  const going = '/oauth/consent/x?a=1&b=2';
  const asked = await using.ask('mistyped@example.com', going);
  const link = /<a href="([^"]+)">Another address</.exec(asked.text)?.[1] ?? '';
  expect(fieldsOf(await using.go(link), '/signin')).toMatchObject({ return_to: going });
});

test('looking at a page uses no code up', async () => {
  const { email } = await member();
  const using = browser();
  const page = await using.ask(email);
  const code = codeIn(await mailTo(email));
  for (const path of ['/signin', '/signin/code', `/signin/code?code=${code}&email=${email}`]) {
    expect((await using.go(path)).status).toBe(200);
  }
  expect((await using.enter(page, code)).status).toBe(303);
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/\n//evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /v1/credits',
  '@evil.example',
  '',
])('return_to %j leads nowhere but to the sign-in page', async (returnTo) => {
  const { done } = await signIn((await member()).email, returnTo);
  expect([done.status, done.location]).toEqual([303, `${service.baseUrl}/signin`]);
});

test.each([
  '/app?video=1#t=2',
  '/.//evil.example/',
  '/oauth/authorize?redirect_uri=https://a.example',
])('return_to %j stays on this origin', async (returnTo) => {
  const { done } = await signIn((await member()).email, returnTo);
  expect(new URL(done.location ?? '').origin).toBe(service.baseUrl);
  expect(done.location).toBe(new URL(returnTo, service.baseUrl).href);
});

test('signing in always begins a new session, and the one before is over', async () => {
  const { email } = await member();
  const { using } = await signIn(email);
  const first = await using.cookies();
  // A session that is signed in shows its account; another person signs in over it.
  const page = await using.go('/signin', {
    ...fieldsOf(await using.go('/signin'), '/signin/out'),
    email,
  });
  await using.enter(page, codeIn(await mailTo(email, 2)));
  expect(await using.cookies()).not.toBe(first);
  const old = await fetch(`${service.baseUrl}/v1/session`, { headers: { cookie: first } });
  expect(old.status).toBe(401);
});

test("a session that somebody planted before the sign-in does not become the person's", async () => {
  const { email } = await member();
  const using = browser();
  await using.jar.setCookie('video_reader_session=planted', service.baseUrl);
  await signIn(email, undefined, using);
  const planted = await fetch(`${service.baseUrl}/v1/session`, {
    headers: { cookie: 'video_reader_session=planted' },
  });
  expect(planted.status).toBe(401);
  expect((await sessionOf(using)).status).toBe(200);
});

test.each<
  [string, (fields: Record<string, string>) => Record<string, string>, Record<string, string>]
>([
  ['no token', ({ form_token: _, ...fields }) => fields, {}],
  ['a token of another browser', (fields) => ({ ...fields, form_token: 'x'.repeat(43) }), {}],
  ['an Origin from elsewhere', (fields) => fields, { origin: 'https://evil.example' }],
  ['a cross-site form', (fields) => fields, { 'sec-fetch-site': 'cross-site' }],
  ['a form of a neighbour', (fields) => fields, { 'sec-fetch-site': 'same-site' }],
  ['a body of another type', (fields) => fields, { 'content-type': 'text/plain' }],
  ['no cookie', (fields) => fields, { cookie: '' }],
])('a form with %s signs nobody in, out, or over', async (_, change, headers) => {
  const { email } = await member();
  const using = browser();
  const page = await using.ask(email);
  const code = codeIn(await mailTo(email));
  const fields = change({ ...fieldsOf(page, '/signin/code'), code });
  const refused = await using.go('/signin/code', fields, headers);
  expect([400, 403]).toContain(refused.status);
  expect(refused.headers.get('set-cookie') ?? '').not.toContain('session=');
  const { using: signed } = await signIn((await member()).email);
  const out = change(fieldsOf(await signed.go('/signin'), '/signin/out'));
  expect([400, 403]).toContain((await signed.go('/signin/out', out, headers)).status);
  expect((await sessionOf(signed)).status).toBe(200);
});

test('signing out ends the session', async () => {
  const { using } = await signIn((await member()).email);
  const cookie = await using.cookies();
  const out = await using.go('/signin/out', fieldsOf(await using.go('/signin'), '/signin/out'));
  expect([out.status, out.location]).toEqual([303, `${service.baseUrl}/signin`]);
  const old = await fetch(`${service.baseUrl}/v1/session`, { headers: { cookie } });
  expect(old.status).toBe(401);
  expect((await using.go('/signin')).text).toContain('Mail me a code');
});

test('who signs out on their way somewhere may go on there as somebody else', async () => {
  const { using } = await signIn((await member()).email);
  const going = '/signin?return_to=%2Foauth%2Fconsent%2F1';
  const out = await using.go('/signin/out', fieldsOf(await using.go(going), '/signin/out'));
  expect([out.status, out.location]).toEqual([303, `${service.baseUrl}${going}`]);
  expect(fieldsOf(await using.go(going), '/signin')).toMatchObject({
    return_to: '/oauth/consent/1',
  });
});

test('a suspended organization is passed over, and named as such where there is no other', async () => {
  const directory = dynamoAccountDirectory(tables.db, tables.ledger);
  const [first, second] = [
    (await administer.createOrg('free', 0 as never)).org_id,
    (await administer.createOrg('free', 0 as never)).org_id,
  ];
  const [{ email: ofBoth }, { email: ofOne }] = [
    await member([first, second]),
    await member([first]),
  ];
  await directory.change(first, { suspended_at: new Date().toISOString() });
  const { using } = await signIn(ofBoth);
  expect((await sessionOf(using)).body).toMatchObject({ org_id: second });
  const change = fieldsOf(await using.go('/signin'), '/signin/organization');
  for (const told of [await using.go('/signin/organization', change), (await signIn(ofOne)).done]) {
    expect([told.status, told.text.includes('is suspended')]).toEqual([401, true]);
  }
  expect((await sessionOf(using)).body).toMatchObject({ org_id: second });
});

test('signing out of every browser ends the sessions of that person, and of nobody else', async () => {
  const { email } = await member();
  const { using: here } = await signIn(email);
  const there = browser();
  const page = await there.ask(email);
  await there.enter(page, codeIn(await mailTo(email, 2)));
  const { using: other } = await signIn((await member()).email);
  const form = '/signin/out/everywhere';
  const out = await here.go(form, fieldsOf(await here.go('/signin'), form));
  expect([out.status, out.location]).toEqual([303, `${service.baseUrl}/signin`]);
  const statuses = await Promise.all([here, there, other].map(sessionOf));
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200]);
});

test('a person changes between their organizations, and into no other', async () => {
  const second = (await administer.createOrg('free', 0 as never, 'Acme & Sons')).org_id;
  const foreign = (await administer.createOrg('free', 0 as never)).org_id;
  const { using } = await signIn((await member([org, second])).email);
  expect((await sessionOf(using)).body).toMatchObject({
    org_id: org,
    organizations: [
      { org_id: org, name: null },
      { org_id: second, name: 'Acme & Sons' },
    ],
  });
  const choice = await using.go('/signin');
  const fields = fieldsOf(choice, '/signin/organization');
  expect(fields['org_id']).toBe(second);
  const called = `<strong>Acme &amp; Sons</strong> (${second})`;
  expect(choice.text).toContain(`<li>${called}, owner`);
  await using.go('/signin/organization', fields);
  expect((await sessionOf(using)).body).toMatchObject({ org_id: second });
  for (const page of ['/signin', '/signin/access']) {
    expect((await using.go(page)).text).toMatch(/<p>(As .*, for|Of) <strong>Acme &amp; Sons</);
  }
  await using.go('/signin/organization', { ...fields, org_id: foreign });
  expect((await sessionOf(using)).body).toMatchObject({ org_id: second });
});

test('a mailbox gets so many codes and no more, known or not', async () => {
  const { email } = await member();
  for (const address of [email, email.replace('@example', '@examplf')]) {
    let asked = await browser().ask(address);
    let sent = 0;
    for (; asked.status === 200; sent += 1) asked = await browser().ask(address);
    expect(asked.status).toBe(429);
    expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0);
    // Five in a quarter of an hour; the test may begin at the end of one.
    expect([sent >= 5, sent <= 10]).toEqual([true, true]);
  }
});

test.each(['', 'x', 'a@b\r\nBcc: c@d.example', `${'a'.repeat(300)}@example.com`])(
  '%j is refused as an address in words',
  async (email) => {
    const refused = await browser().ask(email);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('email address');
  },
);

test('what is typed is shown as text', async () => {
  const shown = await browser().go(
    '/signin/code?email=%3Cscript%3Ealert(1)%3C/script%3E&code=%22%3E',
  );
  expect(shown.text).not.toContain('<script>alert');
  expect(shown.text).toContain('&lt;script&gt;');
  expect(shown.text).toContain('value="&quot;&gt;"');
});
