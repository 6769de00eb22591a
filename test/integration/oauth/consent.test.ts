import { dynamoPeople } from '../../../layers/adapters/dynamo/identity/people.ts';
import {
  decide,
  goOn,
  OAuthBrowser,
  openConsent,
  sendConsent,
} from '../../support/oauth-browser.ts';
import { OAuthProgram, REDIRECT } from '../../support/oauth-client.ts';
import { suiteOAuthService } from '../../support/oauth-service.ts';
import { fieldsOf } from '../../support/person-browser.ts';

const at = await suiteOAuthService();
const program = await OAuthProgram.register(at.baseUrl);

const asked = async () => {
  const who = await at.person();
  const begun = await program.begin();
  return { ...who, ...begun, form: await openConsent(who.browser, begun.url) };
};
const connectionsOf = async (userId: string) => at.connections.list(at.org.org_id, userId);

test('the page names the program, its host, the scopes, the organization and the person', async () => {
  const { form, email } = await asked();
  for (const said of [
    'A test',
    '127.0.0.1:7777',
    'video:read',
    'account:read',
    `Organization: <strong>${at.org.org_id}</strong>`,
    email,
  ]) {
    expect(form.html).toContain(said);
  }
  expect(form.html).toContain('Nobody has checked this name');
  expect(form.html).toContain('a program on this computer');
});

test('an organization with a name is called by it', async () => {
  const named = await at.administer.createOrg('pro', 0 as never, 'Acme & Sons');
  const { browser } = await at.person(named.org_id);
  const { html } = await openConsent(browser, (await program.begin()).url);
  expect(html).toContain(`<strong>Acme &amp; Sons</strong> (${named.org_id})`);
});

test('a member of several organizations changes to another one on the way, and the program gets that', async () => {
  const { browser, user_id } = await at.person();
  const { url } = await program.begin();
  const alone = await openConsent(browser, url);
  expect(alone.html).not.toContain('Change it');
  const other = await at.administer.createOrg('pro', 0 as never);
  const membership = { org_id: other.org_id, user_id, role: 'member' } as const;
  const people = dynamoPeople(at.tables.db, at.tables.records);
  await people.join({ ...membership, created_at: new Date().toISOString() });
  const html = await (await browser.open(alone.url)).text();
  const way = new URL(/href="([^"]*)">Change it/.exec(html)?.[1] ?? '', alone.url);
  const text = await (await browser.open(way.href)).text();
  const fields = fieldsOf({ text }, '/signin/organization');
  const changed = await browser.open(new URL('/signin/organization', at.baseUrl).href, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  expect(new URL(changed.headers.get('location') ?? '', at.baseUrl).href).toBe(alone.url);
  await program.connect(browser);
  expect(await at.connections.list(other.org_id, user_id)).toHaveLength(1);
});

test('a host on the internet is named without the warning for this computer', async () => {
  const redirect_uri = 'https://app.example/callback';
  const web = await OAuthProgram.register(at.baseUrl, { redirect_uris: [redirect_uri] });
  const { browser } = await at.person();
  const { html } = await openConsent(browser, (await web.begin({ redirect_uri })).url);
  expect(html).toContain('<strong>app.example</strong>');
  expect(html).not.toContain('a program on this computer');
});

test('a name is shown as text, whatever it holds, and a host that looks like another in its own letters', async () => {
  const redirect_uri = 'https://xn--pple-43d.example/callback';
  const client_name = `</title><script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;
  const evil = await OAuthProgram.register(at.baseUrl, {
    client_name,
    redirect_uris: [redirect_uri],
  });
  const { browser } = await at.person();
  const { html } = await openConsent(browser, (await evil.begin({ redirect_uri })).url);
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('xn--pple-43d.example');
});

test('the page can be framed by nobody, runs no script, and tells nobody where it was', async () => {
  const { browser, form } = await asked();
  const { headers } = await browser.open(form.url);
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ]) {
    expect(policy).toContain(rule);
  }
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  // Clients that connect in a popup wait for it by its opener.
  expect(headers.get('cross-origin-opener-policy')).toBeNull();
  expect(form.html).not.toContain('<script');
});

describe('a decision is not taken', () => {
  const refused = async (answer: Response, userId: string) => {
    expect(answer.status).toBe(403);
    expect(await answer.text()).not.toContain('http-equiv');
    expect(await connectionsOf(userId)).toEqual([]);
  };

  test.each<[string, (csrf: string) => Record<string, string>]>([
    ['without its token', () => ({})],
    ['with an empty token', () => ({ csrf: '' })],
    ['with another token', (csrf) => ({ csrf: csrf.split('').reverse().join('') })],
    ['with half a token', (csrf) => ({ csrf: csrf.slice(0, 20) })],
  ])('%s', async (_, fields) => {
    const { browser, form, user_id } = await asked();
    const answer = await sendConsent(browser, form, { decision: 'allow', ...fields(form.csrf) });
    await refused(answer, user_id);
  });

  test('with the token of another authorization of the same person', async () => {
    const { browser, form, user_id } = await asked();
    const { csrf } = await openConsent(browser, (await program.begin()).url);
    await refused(await sendConsent(browser, form, { decision: 'allow', csrf }), user_id);
  });

  test("with another person's session, in whose name it would count", async () => {
    const { browser, form, url } = await asked();
    const other = await at.person();
    const path = new URL(form.url).pathname;
    const cookie = `${browser.cookiesFor(path).replace(/video_reader_session=[^;]*/, '')}; ${other.cookie}`;
    const body = new URLSearchParams({ decision: 'allow', csrf: form.csrf });
    const answer = await fetch(form.url, {
      method: 'POST',
      body,
      headers: { cookie },
      redirect: 'manual',
    });
    await refused(answer, other.user_id);
    expect((await openConsent(browser, url)).csrf).not.toBe('');
  });

  test('from another browser, which has not begun it', async () => {
    const { form } = await asked();
    const victim = await at.person();
    const opened = await victim.browser.open(form.url);
    expect(opened.status).toBe(400);
    const answer = await sendConsent(victim.browser, form, { decision: 'allow', csrf: form.csrf });
    expect(answer.status).toBe(400);
    expect(await connectionsOf(victim.user_id)).toEqual([]);
  });

  test.each(['cross-site', 'same-site'])('from a page that the browser calls %s', async (site) => {
    const { browser, form, user_id } = await asked();
    const fields = { decision: 'allow', csrf: form.csrf };
    await refused(await sendConsent(browser, form, fields, { 'sec-fetch-site': site }), user_id);
  });

  test('after signing out', async () => {
    const { browser, form, user_id, cookie } = await asked();
    await fetch(`${at.baseUrl}/v1/session`, {
      method: 'DELETE',
      headers: { cookie, origin: at.baseUrl },
    });
    const answer = await sendConsent(browser, form, { decision: 'allow', csrf: form.csrf });
    expect(answer.headers.get('location')).toMatch(/^\/signin\?/);
    expect(await connectionsOf(user_id)).toEqual([]);
  });

  test('by opening the page, however', async () => {
    const { browser, form, user_id } = await asked();
    for (const query of ['?decision=allow', `?decision=allow&csrf=${form.csrf}`]) {
      expect(await (await browser.open(form.url + query)).text()).toContain('asks to use');
    }
    await browser.open(form.url, { method: 'HEAD' });
    expect(await connectionsOf(user_id)).toEqual([]);
  });

  test('as a form of 5 KB', async () => {
    const { browser, form } = await asked();
    const fields = { decision: 'allow', csrf: form.csrf, more: 'x'.repeat(5000) };
    expect((await sendConsent(browser, form, fields)).status).toBe(413);
  });
});

test('whatever else is decided is a denial', async () => {
  for (const decision of ['deny', 'Allow', '']) {
    const { browser, form } = await asked();
    const back = await goOn(
      browser,
      await sendConsent(browser, form, { csrf: form.csrf, decision }),
    );
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('code')).toBeNull();
  }
});

test('an authorization cannot be finished before it is decided, and only once', async () => {
  const { browser, form } = await asked();
  const resume = form.url.replace('/consent/', '/authorize/');
  const early = await browser.open(resume);
  expect(early.headers.get('location') ?? '').not.toContain('code=');

  const again = await asked();
  const answer = await sendConsent(again.browser, again.form, {
    csrf: again.form.csrf,
    decision: 'allow',
  });
  const finish = again.form.url.replace('/consent/', '/authorize/');
  const back = await goOn(again.browser, answer);
  expect(back.searchParams.get('code')).not.toBeNull();
  expect((await again.browser.open(finish)).status).toBe(400);
  expect(
    (await sendConsent(again.browser, again.form, { csrf: again.form.csrf, decision: 'allow' }))
      .status,
  ).toBe(400);
});

describe('a form that is sent again changes nothing of what was decided:', () => {
  const sent = async (decisions: readonly string[]) => {
    const who = await asked();
    const { browser, form } = who;
    const answers = decisions.map((decision) => () => {
      const fields = { csrf: form.csrf, decision };
      return sendConsent(browser, form, fields);
    });
    return { ...who, answers };
  };

  test('an approval stays one', async () => {
    const { browser, answers, verifier, state, user_id } = await sent(['allow', 'deny', 'allow']);
    const last = [];
    for (const answer of answers) last.push(await answer());
    const back = await goOn(browser, last.at(-1) as Response);
    await program.redeem(program.callback(back, state), verifier);
    expect(await connectionsOf(user_id)).toHaveLength(1);
  });

  test('a denial stays one', async () => {
    const { browser, answers, user_id } = await sent(['deny', 'allow']);
    const last = [];
    for (const answer of answers) last.push(await answer());
    const back = await goOn(browser, last.at(-1) as Response);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(await connectionsOf(user_id)).toEqual([]);
  });

  test('of many at once one counts, and each is sent the same way on', async () => {
    const { answers } = await sent(
      Array.from({ length: 8 }, (_, at) => (at % 2 ? 'allow' : 'deny')),
    );
    const told = await Promise.all(answers.map(async (answer) => (await answer()).text()));
    expect(new Set(told).size).toBe(1);
  });
});

test('another browser cannot finish what was approved', async () => {
  const { browser, form } = await asked();
  await sendConsent(browser, form, { csrf: form.csrf, decision: 'allow' });
  const thief = new OAuthBrowser();
  const taken = await thief.open(form.url.replace('/consent/', '/authorize/'));
  expect([taken.status, taken.headers.get('location')]).toEqual([400, null]);
});

test('who changes the person in the middle decides as the new one', async () => {
  const first = await at.person();
  const { url, verifier, state } = await program.begin();
  const begun = await openConsent(first.browser, url);
  const second = await at.person();
  const path = new URL(begun.url).pathname;
  const cookie = `${first.browser.cookiesFor(path).replace(/video_reader_session=[^;]*/, '')}; ${second.cookie}`;
  const page = await (await fetch(begun.url, { headers: { cookie } })).text();
  expect(page).toContain(second.email);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ csrf, decision: 'allow' });
  const decided = await fetch(begun.url, { method: 'POST', body, headers: { cookie } });
  const back = await goOn(first.browser, decided);
  await program.redeem(program.callback(back, state), verifier);
  expect(await connectionsOf(first.user_id)).toEqual([]);
  expect(await connectionsOf(second.user_id)).toHaveLength(1);
});

test('the way back is the one that was asked for, whatever is added to the address of the page', async () => {
  const { browser, form } = await asked();
  const added = `${form.url}?redirect_uri=https://evil.example&return_to=https://evil.example`;
  const answer = await browser.open(added, {
    method: 'POST',
    body: new URLSearchParams({
      csrf: form.csrf,
      decision: 'allow',
      redirect_uri: 'https://evil.example',
    }),
  });
  const back = await goOn(browser, answer);
  expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
});

test('a person who is asked twice for the same program is asked twice', async () => {
  const { browser, user_id } = await at.person();
  for (const _ of [1, 2]) await decide(browser, (await program.begin()).url);
  await program.connect(browser);
  expect(await connectionsOf(user_id)).toHaveLength(1);
});
