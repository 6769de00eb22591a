import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { newVisitor, startBrowser } from '../support/browser.ts';
import { codeIn, mailsTo } from '../support/person-browser.ts';
import { type StandingService, standingService } from './standing-service.ts';

let browser: Browser;
let service: StandingService;
/** Of the owner that the service was given at its first start. */
let orgId: string;
let context: BrowserContext;
let page: Page;
let home: string;
/** That the console printed. */
let link: string;
/** What the browser complained of: a refused script, style, form or frame. */
let complaints: string[];

beforeAll(async () => {
  browser = await startBrowser();
  service = await standingService();
  link = /http:\S+\/signin\/code\S+/.exec(await service.said())?.[0] ?? '';
  const credentials = await readFile(join(service.serviceDir, 'credentials.json'), 'utf8');
  ({ org_id: orgId } = JSON.parse(credentials));
  // Passkeys belong to names, so the browser calls this machine by its name.
  home = service.baseUrl.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await browser.close();
  await rm(service.dataDir, { recursive: true });
});

beforeEach(async () => {
  context = await newVisitor(browser);
  page = await context.newPage();
  complaints = [];
  page.on('console', (message) => {
    // Browsers ask for the icon of an answer that is no page.
    const icon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !icon) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterEach(async () => {
  await context.close();
});

const OWNER = 'owner@localhost';
let mails = 0;

async function signInByCode(path = '/signin'): Promise<void> {
  await page.goto(home + path);
  await page.fill('#email', OWNER);
  await page.click('text=Mail me a code');
  mails += 1;
  const mail = (await mailsTo(join(service.serviceDir, 'mail'), OWNER, mails)).at(-1);
  await page.fill('#code', codeIn(mail));
  await page.click('button:text-is("Sign in")');
}

/** A device with passkeys that always recognises its person. */
async function device(): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

test('the link that the console printed signs the owner in, once, and looking at it does not', async () => {
  await page.goto(link);
  await page.reload();
  await page.click('button:text-is("Sign in")');
  await page.waitForSelector(`text=${OWNER}`);
  const other = await (await newVisitor(browser)).newPage();
  await other.goto(link);
  await other.click('button:text-is("Sign in")');
  await other.waitForSelector('text=This link was used');
  await other.close();
  expect(complaints).toEqual([]);
});

test('a person signs in with a code, makes a key by the session, and the key works without a browser', async () => {
  await signInByCode();
  await page.waitForSelector(`text=${OWNER}`);
  const made = await page.evaluate(async () => {
    const answer = await fetch('/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"from the page"}',
    });
    return (await answer.json()) as { key: string };
  });
  const credits = await fetch(`${service.baseUrl}/v1/credits`, {
    headers: { authorization: `Bearer ${made.key}` },
  });
  expect(await credits.json()).toMatchObject({ org_id: orgId, wallet: 'topup' });
  expect(await page.evaluate('document.cookie')).toBe('');
  await page.click('text=Sign out');
  await page.waitForSelector('text=Mail me a code');
  const status = await page.evaluate(async () => (await fetch('/v1/session')).status);
  expect(status).toBe(401);
  // The browser itself notes that answer.
  expect(complaints).toEqual([expect.stringContaining('401')]);
});

test('a passkey is added, signs in without a code, and is removed', async () => {
  await device();
  await signInByCode();
  await page.click('text=Add a passkey');
  await page.waitForSelector('text=last used never');
  await page.click('text=Add a passkey');
  await page.waitForSelector('text=This device has a passkey for you already');
  const other = await context.newPage();
  await other.goto(`${home}/signin`);
  await other.click('text=Sign out');
  await other.waitForSelector('text=Mail me a code');
  await other.close();
  await page.click('text=Add a passkey');
  await page.waitForSelector('text=You are not signed in any more');
  await page.goto(`${home}/signin?return_to=/v1/session`);
  await page.click('text=Use a passkey');
  await page.waitForURL(`${home}/v1/session`);
  expect(await page.textContent('body')).toContain(OWNER);
  await page.goto(`${home}/signin`);
  await page.waitForSelector(`text=last used ${new Date().toISOString().slice(0, 10)}`);
  await page.click('button:text-is("Remove")');
  await page.waitForSelector('text=Add a passkey');
  expect(await page.locator('text=last used').count()).toBe(0);
  await page.click('text=Sign out');
  await page.click('text=Use a passkey');
  await page.waitForSelector('text=This passkey is not known here');
  expect(complaints).toEqual([expect.stringContaining('401'), expect.stringContaining('400')]);
});

test('at an address in numbers the page says where passkeys work', async () => {
  await page.goto(`${service.baseUrl}/signin`);
  await page.waitForSelector('text=Passkeys belong to a name');
  expect(await page.isVisible('text=Use a passkey')).toBe(false);
  expect(await page.isVisible('text=Mail me a code')).toBe(true);
  expect(complaints).toEqual([]);
});

test('without script the page signs in by a code, and shows nothing that would not work', async () => {
  await context.close();
  context = await newVisitor(browser, { javaScriptEnabled: false });
  page = await context.newPage();
  await page.goto(`${home}/signin`);
  expect(await page.isVisible('text=Use a passkey')).toBe(false);
  await signInByCode('/signin?return_to=/v1/session');
  await page.waitForURL(`${home}/v1/session`);
  expect(await page.textContent('body')).toContain(OWNER);
});

test('no page of another origin frames the sign-in, or sends its forms', async () => {
  await signInByCode();
  await page.waitForSelector(`text=${OWNER}`);
  const fields = await page
    .locator('form[action$="/signin/out"] input')
    .evaluateAll((inputs) =>
      inputs.map((input) => [input.getAttribute('name'), input.getAttribute('value')]),
    );
  // Another origin on the same site, with the token that it could not know.
  const evil = await context.newPage();
  await evil.goto('about:blank');
  await evil.setContent(
    `<iframe src="${home}/signin"></iframe>
     <form method="post" action="${home}/signin/out">${fields
       .map(([name, value]) => `<input name="${name}" value="${value}">`)
       .join('')}<button>Win a prize</button></form>`,
  );
  await evil.click('text=Win a prize');
  await evil.waitForSelector('text=did not come from a page of this service');
  await page.reload();
  expect(await page.isVisible(`text=${OWNER}`)).toBe(true);
});

test('no code and no cookie is in what the service says of itself, however much it says', async () => {
  await signInByCode();
  await page.waitForSelector(`text=${OWNER}`);
  const said = await service.said();
  expect(said).toContain('POST /signin/code');
  const codes = (await mailsTo(join(service.serviceDir, 'mail'), OWNER, mails)).map(codeIn);
  const cookies = (await context.cookies()).map(({ value }) => value);
  for (const secret of [...codes, ...cookies]) {
    expect(said).not.toMatch(new RegExp(`\\b${secret}\\b`));
  }
});
