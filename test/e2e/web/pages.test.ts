import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { READS } from '../../../layers/http/examples/reads.ts';
import { asMany } from '../../support/breadth.ts';
import { paddedClip } from '../../support/clips/padded-clip.ts';
import { DashboardRun, missedByKeys, overhang, seriousFaults } from '../../support/dashboard.ts';
import { codeIn, mailsTo } from '../../support/person-browser.ts';

let run: DashboardRun;

beforeAll(async () => {
  run = await DashboardRun.start();
});
afterAll(async () => {
  await run.stop();
});

/** A page, what it shows when there is nothing, and the call that fills it. */
const PAGES = [
  ['/app', 'There are no videos yet', '/v1/videos*'],
  ['/app/jobs', 'No job was begun yet', '/v1/jobs*'],
  ['/app/access', 'No program is connected', '/v1/connections'],
  ['/app/members', 'Here since', '/v1/members'],
  ['/app/webhooks', 'Nothing was delivered yet', '/v1/webhooks/deliveries*'],
  ['/app/credits', 'Every movement', '/v1/credits*'],
  ['/app/connect', 'The connector is at', undefined],
  ['/app/videos/vid_none', 'There is no such video here', '/v1/videos*'],
  ['/app/nowhere', 'There is no page here', undefined],
] as const;

test.each(asMany(['dark'] as const, ['light', 'dark'] as const))(
  'every page is well-formed without anything in it, also at 360 pixels, in %s colours',
  async (colorScheme) => {
    const { page, complaints, elsewhere } = await run.visit({
      colorScheme,
      viewport: { width: 360, height: 740 },
    });
    for (const [path, empty] of PAGES) {
      await page.goto(path);
      await page.getByText(empty).first().waitFor();
      expect([path, await seriousFaults(page)]).toEqual([path, []]);
      expect([path, await overhang(page)]).toEqual([path, 0]);
    }
    await page.goto('/app/connect');
    const open = await page.getByRole('link', { name: 'Connect', exact: true }).boundingBox();
    expect(open && open.x + open.width).toBeLessThanOrEqual(360);
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  },
);

test('what is chosen among buttons is told by its colour where the person has their own', async () => {
  const { page } = await run.visit({ forcedColors: 'active' });
  await page.goto('/app/connect');
  await page.locator('button[aria-pressed="true"]').waitFor();
  const grounds = (pressed: boolean) =>
    page.evaluate<
      string[]
    >(`[...document.querySelectorAll('button[aria-pressed="${pressed}"]')].map(
      (button) => getComputedStyle(button).backgroundColor)`);
  expect(await grounds(false)).not.toContain((await grounds(true))[0]);
});

test('everything on every page is reached by the keyboard, and shows that it is', async () => {
  const { page } = await run.visit();
  for (const [path, empty] of PAGES) {
    await page.goto(path);
    await page.getByText(empty).first().waitFor();
    await page.keyboard.press('Tab');
    expect([path, await page.locator(':focus').textContent()]).toEqual([
      path,
      'Skip to the content',
    ]);
    expect([path, await missedByKeys(page)]).toEqual([path, []]);
  }
});

test('a page whose code does not come says so, and comes once it is loaded again', async () => {
  const { page } = await run.visit();
  await page.goto('/app');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  // As while the service is started again.
  await page.route('**/app/assets/*.js', (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Credits', exact: true }).click();
  const problem = page.locator('.problem', { hasText: 'could not be loaded' });
  await problem.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.unrouteAll();
  await problem.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('heading', { name: 'Credits' }).waitFor();
});

test('every page tells that it waits, then what failed, and tries again', async () => {
  const { page } = await run.visit();
  // All of them wait, fail and try again by the same parts.
  for (const [path, empty, call] of asMany(PAGES.slice(0, 1), [...PAGES])) {
    if (call === undefined) continue;
    const { promise: looked, resolve: onLooked } = Promise.withResolvers<void>();
    await page.route(call, async (route) => {
      await looked;
      await route.fulfill({
        status: 403,
        json: { error: { type: 'tier_limit', message: 'Refused for this test.' } },
      });
    });
    await page.goto(path);
    await page.getByText('Loading…').first().waitFor();
    onLooked();
    const problem = page.locator('.problem', { hasText: 'Refused for this test.' });
    await problem.waitFor();
    expect([path, await seriousFaults(page)]).toEqual([path, []]);
    await page.unroute(call);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(empty).first().waitFor();
  }
});

test('whoever is not signed in goes to sign in, and would come back to the page', async () => {
  const { page } = await run.strange();
  await page.goto('/app/credits');
  await page.waitForURL(/\/signin/);
  expect(new URL(page.url()).searchParams.get('return_to')).toBe('/app/credits');
});

test('whoever is in several organizations is told which one they look at', async () => {
  const { page, orgId } = await run.visit({ viewport: { width: 360, height: 740 } });
  const organizations = [
    { org_id: orgId, name: 'Acme & Sons, makers of rockets', role: 'owner' },
    { org_id: 'org_01KAH2K1A4B8C0D3E5F6G9H1J3', name: null, role: 'member' },
  ];
  await page.route('**/v1/session', async (route) => {
    const response = await route.fetch();
    const told: object = await response.json();
    await route.fulfill({ response, json: Object.assign(told, { organizations }) });
  });
  await page.goto('/app');
  await page.getByRole('link', { name: 'Acme & Sons, makers of rockets' }).waitFor();
  expect(await overhang(page)).toBe(0);
});

test('a page does nothing for another organization than the one that it shows', async () => {
  const { page, context } = await run.visit();
  const { context: elsewhere } = await run.visit();
  await page.goto('/app/access');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  // As when another page of this browser changes the organization.
  await context.addCookies(await elsewhere.cookies());
  await page.getByRole('link', { name: 'Videos' }).click();
  const file = { name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('a video') };
  await page.setInputFiles('#files', file);
  await page.locator('.upload .problem', { hasText: 'nothing was done' }).waitFor();
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByLabel('What it is for').fill('of the first');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.locator('form .problem', { hasText: 'nothing was done' }).waitFor();
  expect(await page.getByLabel('What it is for').inputValue()).toBe('of the first');
  await page.getByRole('button', { name: 'Load the page again' }).first().click();
  await page.getByLabel('What it is for').fill('of the second');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.locator('.rows strong', { hasText: 'of the second' }).waitFor();
  expect(await page.locator('.rows strong', { hasText: 'of the first' }).count()).toBe(0);
});

test('where the credits are used up, that is told before a read and beside the balance', async () => {
  const orgId = await run.newOrg('free');
  await run.spendAll(orgId);
  const { page } = await run.visit({ orgId });
  await page.goto('/app/credits');
  await page.getByText('have no credits left').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.goto('/app');
  const dir = await mkdtemp(join(tmpdir(), 'pages-'));
  await paddedClip(join(dir, 'clip.mp4'), 100_000);
  await page.setInputFiles('#files', join(dir, 'clip.mp4'));
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await page.locator('.read-form .problem', { hasText: 'See the credits' }).waitFor();
  expect(await page.getByRole('button', { name: 'Read', exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Ask about it' }).click();
  await page.locator('.read-form .problem', { hasText: 'See the credits' }).waitFor();
  await rm(dir, { recursive: true });
});

test('a suspended organization is told so, and nobody is sent to sign in again', async () => {
  const { page, orgId } = await run.visit();
  await run.suspend(orgId);
  for (const path of ['/app', '/app/credits', '/app/videos/vid_none']) {
    await page.goto(path);
    await page.locator('.problem', { hasText: 'is suspended' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(await seriousFaults(page)).toEqual([]);
});

/** Presses Tab until what has the focus says so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = 'document.activeElement?.textContent + (document.activeElement?.id ?? "")';
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (name.test(String(await page.evaluate(focused)))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by the keyboard`);
}

test('a key is made, renamed and revoked with the keyboard alone', async () => {
  const { page, complaints } = await run.visit();
  await page.goto('/app');
  await page.getByText('There are no videos yet').waitFor();
  await tabTo(page, /^Keys/);
  await page.keyboard.press('Enter');
  await page.getByText('There is no key').or(page.locator('.rows').first()).first().waitFor();
  await page.getByLabel('What it is for').focus();
  await page.keyboard.type('nightly');
  await page.keyboard.press('Enter');
  const key = (await page.locator('.secret code').textContent()) ?? '';
  expect(key).toMatch(/^sk_live_/);
  const used = await fetch(`${run.service.baseUrl}/v1/credits`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(used.status).toBe(200);
  await tabTo(page, /^Rename nightly/);
  await page.keyboard.press('Enter');
  await page.locator('input:focus').and(page.getByLabel('New name')).waitFor();
  await page.keyboard.type('weekly');
  await page.keyboard.press('Enter');
  await page.locator('.rows strong', { hasText: 'weekly' }).waitFor();
  await tabTo(page, /^Revoke weekly/);
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').waitFor();
  await tabTo(page, /^Revoke it/);
  await page.keyboard.press('Enter');
  await page.locator('.rows strong', { hasText: 'weekly' }).waitFor({ state: 'detached' });
  const after = await fetch(`${run.service.baseUrl}/v1/credits`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(after.status).toBe(401);
  await page.reload();
  await page.getByText('API keys').waitFor();
  expect(await page.content()).not.toContain(key);
  expect(complaints).toEqual([]);
});

test('whoever presses twice makes one key', async () => {
  const { page } = await run.visit();
  const { promise: pressed, resolve: onPressed } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/v1/keys', async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1;
      await pressed;
    }
    await route.continue();
  });
  await page.goto('/app/access');
  await page.getByLabel('What it is for').fill('once');
  await page.getByRole('button', { name: 'Make a key' }).dblclick();
  onPressed();
  await page.locator('.rows strong', { hasText: 'once' }).waitFor();
  expect(sent).toBe(1);
});

test('whoever presses twice is mailed one code, and signs in by it', async () => {
  const { page, context, email } = await run.visit();
  await context.clearCookies();
  const { promise: pressed, resolve: onPressed } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/signin/code', async (route) => {
    await pressed;
    await route.continue();
  });
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await page.goto('/signin?return_to=/app/members');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Mail me a code' }).dblclick();
  const [mail] = await mailsTo(run.service.mailDir, email);
  await page.getByLabel('Code').fill(codeIn(mail));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  onPressed();
  await page.getByText('Here since').waitFor();
  expect(sent).toBe(2);
});

test('the focus goes back to what opened a dialog, and stays beside a row that is gone', async () => {
  const { page } = await run.visit();
  await page.goto('/app/access');
  for (const name of ['kept', 'revoked']) {
    await page.getByLabel('What it is for').fill(name);
    await page.keyboard.press('Enter');
    await page.locator('.rows strong', { hasText: name }).waitFor();
  }
  const focused = (what: string) => page.locator(`${what}:focus`).waitFor();
  const ask = async () => {
    await page.getByRole('button', { name: 'Revoke revoked' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
  };
  await ask();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await focused('.rows button');
  await ask();
  await tabTo(page, /^Cancel/);
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await focused('.rows button');
  await ask();
  await page.keyboard.press('Enter');
  await page.locator('.rows strong', { hasText: 'revoked' }).waitFor({ state: 'detached' });
  await focused('.rows');
});

/** The page of videos, on which one was just sent. */
async function visitWithVideo(): Promise<Page> {
  const { page } = await run.visit();
  const dir = await mkdtemp(join(tmpdir(), 'pages-'));
  await paddedClip(join(dir, 'clip.mp4'), 100_000);
  await page.goto('/app');
  await page.setInputFiles('#files', join(dir, 'clip.mp4'));
  await page.getByRole('link', { name: 'Open', exact: true }).waitFor();
  await rm(dir, { recursive: true });
  return page;
}

test('what fails beside a list, or at signing out, is told by its status', async () => {
  const page = await visitWithVideo();
  const fault = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
  await page.route('**/v1/videos*', async (route) => {
    if (route.request().url().includes('next=')) return route.fulfill(fault);
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), next: 'older' } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Older videos' }).click();
  const said = page.locator('.problem', { hasText: 'has a fault at the moment (502)' });
  await said.waitFor();
  await page.unrouteAll();
  await page.goto('/app/connect');
  const signOut = page.getByRole('button', { name: 'Sign out' });
  // The page itself asks who is signed in.
  await signOut.waitFor();
  await page.route('**/v1/session', (route) => route.fulfill(fault));
  await signOut.click();
  await said.waitFor();
  await page.unrouteAll();
  await signOut.click();
  await page.waitForURL(/\/signin/);
});

test('a read goes on where the service cannot be asked about it for a while', async () => {
  const page = await visitWithVideo();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await page.route('**/v1/jobs/*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  const line = page.locator('.read-form [role="status"]');
  await line.filter({ hasText: '(502). Try again in a moment. The job goes on' }).waitFor();
  await page.unrouteAll();
  await page.locator('.sheet img').first().waitFor();
  expect(await page.title()).toBe('clip · Video Reader');
});

const FIGURES = 'tbody td:nth-child(n+3):nth-child(-n+5)';

test('when a job was, how long it took and its price stay whole beside a long question', async () => {
  const page = await visitWithVideo();
  const [job] = READS.JobList.jobs;
  const asked = { ...job, operation: 'watch_video', question: 'Why? '.repeat(100) };
  await page.route('**/v1/jobs?*', (route) =>
    route.fulfill({ json: { jobs: [asked], next: null } }),
  );
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.locator(FIGURES).filter({ hasText: 'credits' }).waitFor();
  const linesOf = `(cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  }`;
  const lines = await page.evaluate(`[...document.querySelectorAll('${FIGURES}')].map(${linesOf})`);
  expect(lines).toEqual([1, 1, 1]);
  const link = page.getByTitle(asked.question);
  expect((await link.textContent())?.length).toBeLessThan(200);
});

test('jobs behind the newest fifty are shown when they are asked for', async () => {
  const page = await visitWithVideo();
  const [job] = READS.JobList.jobs;
  const jobs = Array.from({ length: 51 }, (_, at) => ({ ...job, job_id: `job_${at}` }));
  await page.route('**/v1/jobs?*', (route) => route.fulfill({ json: { jobs, next: null } }));
  await page.getByRole('link', { name: 'Jobs' }).click();
  const older = page.getByRole('button', { name: 'Older jobs' });
  await older.waitFor();
  expect(await page.locator('tbody tr').count()).toBe(50);
  await older.click();
  await page.getByText('job_50', { exact: true }).waitFor();
  expect(await older.count()).toBe(0);
});

test('where a video would be whose link failed stands why, and what to do', async () => {
  const { page } = await run.visit();
  const answer = await page.request.post('/v1/frames', {
    headers: { origin: run.service.baseUrl },
    // Nothing listens there.
    data: { url: 'http://127.0.0.1:1/clip.mp4' },
  });
  expect(answer.status()).toBe(422);
  await page.goto('/app/jobs');
  await page.locator('tr').getByRole('link', { name: 'frames' }).click();
  await page.waitForURL(/\/app\/videos\/vid_/);
  const problem = page.locator('.problem[role="alert"]', { hasText: 'cannot be reached' });
  await problem.filter({ hasText: 'upload it' }).waitFor();
  // Looking again would find the same.
  expect(await problem.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  expect(await page.title()).toBe('Video · Video Reader');
});

test('a list that could not be looked at for a while stays, and goes on being looked at', async () => {
  const page = await visitWithVideo();
  const { videos } = await (await page.request.get('/v1/videos')).json();
  await page.request.post('/v1/frames', {
    headers: { origin: run.service.baseUrl },
    data: { upload_id: videos[0].video_id, detail: 'single', start: 0 },
  });
  await page.route('**/v1/jobs?*', async (route) => {
    const response = await route.fetch();
    const { jobs, ...rest } = await response.json();
    const running = jobs.map((job: object) => ({ ...job, status: 'running', finished_at: null }));
    return route.fulfill({ response, json: { ...rest, jobs: running } });
  });
  await page.getByRole('link', { name: 'Jobs' }).click();
  const row = page.locator('tr', { hasText: 'frames' });
  await row.locator('[data-state="running"]').waitFor();
  await page.route('**/v1/jobs?*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  const problem = page.locator('.problem', { hasText: '(502)' });
  await problem.waitFor();
  expect(await row.count()).toBe(1);
  await page.unrouteAll();
  await row.locator('[data-state="succeeded"]').waitFor();
  expect(await problem.count()).toBe(0);
});

test('a name written from right to left leaves the end of its key where it is', async () => {
  const { page } = await run.visit();
  await page.goto('/app/access');
  await page.getByLabel('What it is for').fill('back גיבוי');
  await page.keyboard.press('Enter');
  await page.locator('.secret code').waitFor();
  for (const path of ['/app/access', '/signin/access']) {
    await page.goto(path);
    const name = page.locator('strong', { hasText: 'back' }).first();
    const named = await name.boundingBox();
    const end = await name.locator('xpath=following-sibling::code[1]').boundingBox();
    expect([path, end?.x]).toEqual([path, expect.any(Number)]);
    expect(end?.x).toBeGreaterThanOrEqual((named?.x ?? 0) + (named?.width ?? 0));
  }
});

test('an owner adds somebody, makes them an owner, and removes them', async () => {
  const { page, complaints } = await run.visit();
  await page.goto('/app/members');
  await page.getByLabel('Their address').focus();
  await page.keyboard.type('grace@example.com');
  await page.keyboard.press('Enter');
  const grace = page.getByRole('listitem').filter({ hasText: 'grace@example.com' });
  await grace.getByRole('button', { name: 'Make owner' }).click();
  await grace.locator('.badge', { hasText: 'owner' }).waitFor();
  // Whoever adds them once more, as a member, does not take the role away in passing.
  await page.getByLabel('Their address').fill('Grace@example.com');
  await page.keyboard.press('Enter');
  await page.locator('.problem', { hasText: 'is here already' }).waitFor();
  await grace.locator('.badge', { hasText: 'owner' }).waitFor();
  await grace.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await grace.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  // The only owner is told why they cannot go.
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.locator('.problem', { hasText: 'only owner' }).waitFor();
});

test('whoever is no owner sees the members and may go', async () => {
  const { orgId } = await run.visit();
  const { page } = await run.visit({ orgId, role: 'member' });
  await page.goto('/app/members');
  await page.getByText('Here since').nth(1).waitFor();
  expect(await page.getByRole('button', { name: /Add|Make|Remove/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\/signin/);
});

test('a secret of webhooks is shown once, and the one before signs on for a day', async () => {
  const { page } = await run.visit();
  await page.goto('/app/webhooks');
  await page.getByText('Nothing was delivered yet').waitFor();
  await tabTo(page, /^Make a new secret/);
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').waitFor();
  await tabTo(page, /^Make it/);
  await page.keyboard.press('Enter');
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await page.reload();
  await page.getByText('Nothing was delivered yet').waitFor();
  expect(await page.content()).not.toContain(secret);
});

const at = '2026-11-25T09:46:14.936Z';
const DELIVERY = {
  id: 'msg_01M891JEQM1D26XCW4331YNZ8X',
  job_id: 'job_01M891JEQM1D26XCW4331YNZ8X',
  url: 'https://receiver.example/a/path/that/is/long/enough/to/be/broken',
  status: 'delivered',
  attempts: 1,
  created_at: at,
  next_attempt_at: null,
  last_response: { at, status: 200, error: null },
};

test('a message is sent again where no attempt to send it is under way', async () => {
  const { page } = await run.visit();
  const tried = { ...DELIVERY, id: `${DELIVERY.id.slice(0, -1)}Y`, status: 'pending' };
  await page.route('/v1/webhooks/deliveries*', (route) =>
    route.fulfill({ json: { deliveries: [DELIVERY, tried] } }),
  );
  await page.goto('/app/webhooks');
  await page.getByText('an attempt is under way').waitFor();
  expect(await page.getByRole('button', { name: 'Send again' }).allInnerTexts()).toEqual([
    expect.stringContaining(DELIVERY.id),
  ]);
});

test('no word in the head of a table is broken by the ids below it', async () => {
  const { page } = await run.visit({ viewport: { width: 390, height: 844 } });
  await page.route('/v1/webhooks/deliveries*', (route) =>
    route.fulfill({ json: { deliveries: [DELIVERY] } }),
  );
  await page.goto('/app/webhooks');
  await page.getByRole('columnheader', { name: 'Attempts' }).waitFor();
  const lines = await page.evaluate(`[...document.querySelectorAll('th')].map((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell.firstChild);
    return text.getClientRects().length;
  })`);
  expect(lines).toEqual([1, 1, 1, 1, 1, 1]);
  expect(await overhang(page)).toBe(0);
});

test('pages are cached by their names, run nothing inline, and are framed by nobody', async () => {
  const answer = await fetch(`${run.service.baseUrl}/app`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const html = await answer.text();
  expect(html).not.toMatch(/<style|<script(?![^>]* src=)/);
  const [asset = ''] = /\/app\/assets\/[^"]+/.exec(html) ?? [];
  const file = await fetch(run.service.baseUrl + asset);
  expect(file.headers.get('cache-control')).toContain('immutable');
  expect((await fetch(`${run.service.baseUrl}/app/assets/none.js`)).status).toBe(404);
  expect((await fetch(`${run.service.baseUrl}/app`, { method: 'POST' })).status).toBe(405);
});
