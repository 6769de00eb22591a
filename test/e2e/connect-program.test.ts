import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findTables } from '../../bin/find-tables.ts';
import { peopleOf } from '../../bin/people.ts';
import { newVisitor, startBrowser } from '../support/browser.ts';
import { OAuthProgram } from '../support/oauth-client.ts';
import { codeIn, mailsTo } from '../support/person-browser.ts';
import { site } from '../support/sites/sites.ts';
import { type StandingService, standingService } from './standing-service.ts';

const OWNER = 'owner@program.example';

let browser: Browser;
let service: StandingService;
let program: Awaited<ReturnType<typeof listeningProgram>>;

beforeAll(async () => {
  browser = await startBrowser();
  service = await standingService();
  const tables = await findTables({ DATA_DIR: service.serviceDir });
  await peopleOf(tables).add(service.orgId, OWNER, 'owner');
  tables.db.destroy();
  program = await listeningProgram();
});

afterAll(async () => {
  await browser.close();
  program.close();
  await rm(service.dataDir, { recursive: true });
});

/** A program on this machine that waits for the browser to come back. */
async function listeningProgram() {
  const { promise: back, resolve } = Promise.withResolvers<URL>();
  const server = await site((request, response) => {
    const url = new URL(request.url ?? '', redirectUri);
    if (url.pathname === '/callback') resolve(url);
    response.setHeader('content-type', 'text/html').end('<h1>Connected</h1>');
  });
  const redirectUri = `${server.origin}/callback`;
  return {
    redirectUri,
    back,
    close() {
      void server.close();
    },
  };
}

let mails = 0;

/** Answers the sign-in page that is shown, and tells the code that was mailed. */
async function signIn(page: Page): Promise<string> {
  await page.fill('#email', OWNER);
  await page.click('text=Mail me a code');
  const folder = join(service.serviceDir, 'mail');
  // The service makes it with the first mail.
  await mkdir(folder, { recursive: true });
  mails += 1;
  const code = codeIn((await mailsTo(folder, OWNER, mails)).at(-1));
  await page.fill('#code', code);
  await page.click('button:text-is("Sign in")');
  return code;
}

/** A page of a new browser, and what it complained of. */
async function newPage(options: BrowserContextOptions = {}) {
  const context = await newVisitor(browser, options);
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error') refused.push(line.text());
  });
  return { context, page, refused };
}

test('a person signs in, approves in a browser, and the program calls; nothing secret is in a log', async () => {
  const { redirectUri } = program;
  const client = await OAuthProgram.register(service.baseUrl, {
    client_name: 'A program on <this> machine',
    redirect_uris: ['http://127.0.0.1/callback'],
  });
  const { url, verifier, state } = await client.begin({ redirect_uri: redirectUri });

  // Forms and pages work without script.
  const { context, page, refused } = await newPage({ javaScriptEnabled: false });
  await page.goto(url);
  const code = await signIn(page);
  await page.waitForURL(/\/oauth\/consent\//);
  const asked = await page.textContent('main');
  for (const said of [
    'A program on <this> machine',
    new URL(redirectUri).host,
    OWNER,
    service.orgId,
  ]) {
    expect(asked).toContain(said);
  }
  const csrf = await page.inputValue('input[name=csrf]');
  const consent = page.url();
  const cookies = await context.cookies();
  await page.click('button:text-is("Allow")');
  await page.waitForURL(({ href }) => href.startsWith(redirectUri));
  expect(await page.textContent('h1')).toBe('Connected');
  expect(refused).toEqual([]);

  const answer = client.callback(await program.back, state);
  const tokens = await client.redeem(answer, verifier, {}, redirectUri);
  const call = (token: string, path = '/v1/credits') =>
    fetch(service.baseUrl + path, { headers: { authorization: `Bearer ${token}` } });
  const credits = await call(tokens.access_token);
  expect(await credits.json()).toMatchObject({ org_id: service.orgId, wallet: 'plan' });
  const refreshed = await client.refresh(tokens.refresh_token ?? '');
  expect((await call(refreshed.access_token, '/v1/jobs')).status).toBe(200);
  expect((await call('oat_invented')).status).toBe(401);
  await client.revoke(refreshed.access_token);
  expect((await call(refreshed.access_token)).status).toBe(401);

  const log = await service.said();
  for (const path of ['authorize', 'consent', 'token', 'register', 'revoke']) {
    expect(log).toContain(`"path":"/oauth/${path}"`);
  }
  const secrets = [
    tokens.access_token,
    tokens.refresh_token,
    refreshed.access_token,
    refreshed.refresh_token,
    answer.get('code'),
    verifier,
    state,
    csrf,
    new URL(consent).pathname.split('/').at(-1),
    ...cookies.map(({ value }) => value),
  ];
  expect(secrets.length).toBeGreaterThan(11);
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(5);
    expect(log).not.toContain(secret);
  }
  // Six digits stand in longer numbers too.
  expect(log).not.toMatch(new RegExp(`\\b${code}\\b`));
});

test('a page of another site can neither show the question in a frame nor send its answer', async () => {
  const client = await OAuthProgram.register(service.baseUrl, {
    redirect_uris: [program.redirectUri],
  });
  const { url } = await client.begin({ redirect_uri: program.redirectUri });
  const page = await (await newVisitor(browser)).newPage();
  const [blocked] = await Promise.all([
    page.waitForEvent('console', (line) => line.text().includes('frame-ancestors')),
    page.setContent(`<iframe src="${url}"></iframe>`),
  ]);
  expect(blocked.type()).toBe('error');
});

test('on the key page, without script, a person makes a key that works and revokes it', async () => {
  const { page, refused } = await newPage({ javaScriptEnabled: false });
  const address = `${service.baseUrl}/signin/access`;
  await page.goto(address);
  await signIn(page);
  await page.waitForURL(address);
  await page.fill('#name', 'harbour server');
  await page.click('text=Make a key');
  const key = (await page.textContent('code.whole')) ?? '';
  const status = async () =>
    (await fetch(`${service.baseUrl}/v1/credits`, { headers: { authorization: `Bearer ${key}` } }))
      .status;
  expect(await status()).toBe(200);
  await page.click('text=I have kept it');
  await page.click('li:has-text("harbour server") summary');
  await page.click('li:has-text("harbour server") button:text-is("Revoke for good")');
  await page.waitForSelector('li:has-text("harbour server")', { state: 'detached' });
  expect(await status()).toBe(401);
  expect(refused).toEqual([]);
  expect(await service.said()).not.toContain(key);
});

test('at 360 px no page is wider than the screen, light or dark', async () => {
  const { page } = await newPage({ viewport: { width: 360, height: 740 } });
  const client = await OAuthProgram.register(service.baseUrl, {
    client_name: 'x'.repeat(100),
    redirect_uris: [program.redirectUri],
  });
  const { url } = await client.begin({ redirect_uri: program.redirectUri });
  const [signin, access] = ['/signin', '/signin/access'].map((path) => service.baseUrl + path);
  await page.goto(signin ?? '');
  const wide: string[] = [];
  const look = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const width = await page.evaluate('document.documentElement.scrollWidth');
      if (width !== 360) wide.push(`${name}, ${colorScheme}: ${width}`);
    }
  };
  await look('signing in');
  await signIn(page);
  await page.waitForSelector(`text=${OWNER}`);
  await look('signed in');
  for (const address of [access ?? '', url, url.replace(/client_id=[^&]+/, 'client_id=nobody')]) {
    await page.goto(address);
    await look(await page.title());
  }
  expect(wide).toEqual([]);
});
