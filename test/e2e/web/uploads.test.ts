import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { paddedClip } from '../../support/clips/padded-clip.ts';
import { DashboardRun, seriousFaults } from '../../support/dashboard.ts';

/** Bytes of a file that is sent in seven parts. */
const LARGE = 101_000_000;
const PARTS = 7;

let run: DashboardRun;
let dir: string;
let made = 0;

beforeAll(async () => {
  run = await DashboardRun.start();
  dir = await mkdtemp(join(tmpdir(), 'uploads-'));
});

afterAll(async () => {
  await run.stop();
  await rm(dir, { recursive: true, force: true });
});

async function clip(bytes: number): Promise<string> {
  made += 1;
  const path = join(dir, `clip ${made}.mp4`);
  await paddedClip(path, bytes);
  return path;
}

async function videosPage(): Promise<{ page: Page; puts: string[] }> {
  const { page } = await run.visit();
  const puts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(request.url());
  });
  await page.goto('/app');
  return { page, puts };
}

/** Does something else with requests that send bytes, as long as it says that it did. */
const onPut = (page: Page, act: (route: Route) => Promise<boolean>) =>
  page.route(`${run.service.storeUrl}/**`, async (route) => {
    if (route.request().method() !== 'PUT' || !(await act(route))) await route.continue();
  });

test('an upload goes on after the page was left, with the parts that are missing or break off', async () => {
  const { page, puts } = await videosPage();
  page.on('dialog', (dialog) => void dialog.accept());
  const arrive = 3;
  let begun = 0;
  await onPut(page, async () => {
    begun += 1;
    // The others stay on their way until the page is left.
    if (begun > arrive) await new Promise((done) => page.once('framenavigated', done));
    return false;
  });
  const answered = new Promise<void>((done) => {
    let count = 0;
    page.on('response', (response) => {
      if (response.request().method() !== 'PUT') return;
      count += 1;
      if (count === arrive) done();
    });
  });
  const path = await clip(LARGE);
  await page.setInputFiles('#files', path);
  await answered;
  await page.reload().catch(() => undefined);
  await page.getByText('Not finished yet').waitFor();
  // Whoever signs in next in this browser, for another organization, is not told of the file.
  const own = await page.context().cookies();
  await page.context().addCookies(await (await run.visit()).context.cookies());
  await page.reload();
  await page.getByText('There are no videos yet').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await page.getByText('Not finished yet').count()).toBe(0);
  await page.context().addCookies(own);
  await page.reload();
  await page.getByText('Not finished yet').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  let broken = 2;
  await onPut(page, async (route) => {
    if (broken === 0) return false;
    broken -= 1;
    await route.abort('connectionreset');
    return true;
  });
  const before = puts.length;
  await page.setInputFiles('#files', path);
  await page.getByText('Done.').waitFor();
  expect(puts.length - before).toBe(PARTS - arrive + 2);
  await page.getByText('Not finished yet').waitFor({ state: 'detached' });
});

test('an upload is paused and goes on, also when its address is not taken any more', async () => {
  const { page } = await videosPage();
  let seen = 0;
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>();
  const { promise: paused, resolve: onPaused } = Promise.withResolvers<void>();
  await onPut(page, async (route) => {
    seen += 1;
    onBegun();
    if (seen === 1) await paused;
    if (seen === 2)
      await route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' } });
    return seen === 2;
  });
  await page.setInputFiles('#files', await clip(200_000));
  // Paused before anything is on its way, it would have no address that is refused.
  await begun;
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused.').waitFor();
  onPaused();
  const fresh = page.waitForRequest((request) => request.url().includes('/parts'));
  await page.getByRole('button', { name: 'Go on' }).click();
  await fresh;
  await page.getByText('Done.').waitFor();
});

test('an upload that waits says what for, and what it does once that is over', async () => {
  const { page } = await videosPage();
  let status = 0;
  await onPut(page, async (route) => {
    if (status === 200) return false;
    const headers = { 'access-control-allow-origin': '*' };
    await (status === 0 ? route.abort('connectionreset') : route.fulfill({ status, headers }));
    return true;
  });
  const line = page.locator('.upload [role="status"]');
  const waits = async (code: number, words: string) => {
    status = code;
    await line.filter({ hasText: words }).waitFor();
  };
  await page.setInputFiles('#files', await clip(200_000));
  await waits(0, 'Waiting for the connection.');
  await waits(502, 'The service has a fault at the moment (502).');
  await waits(429, 'The service is asked too much at the moment.');
  const { promise: seen, resolve: onSeen } = Promise.withResolvers<void>();
  let isCut = true;
  await page.route('**/complete*', async (route) => {
    if (isCut) return route.fulfill({ status: 504, body: '<h1>Gateway Timeout</h1>' });
    // A long file is read in this call, and nobody waits for the service meanwhile.
    await seen;
    return route.continue();
  });
  await waits(200, 'The service has a fault at the moment (504).');
  isCut = false;
  await line.filter({ hasText: 'It is being read' }).waitFor();
  onSeen();
  await page.getByText('Done.').waitFor();
});

test('a file that is no video is refused in words, when it is dropped', async () => {
  const { page } = await videosPage();
  await page.getByText('There are no videos yet').waitFor();
  const dropped = await page.evaluateHandle(`(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(['only words'], 'notes.mp4', { type: 'video/mp4' }));
    return carried;
  })()`);
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  await page.locator('.upload .problem', { hasText: /read|video/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  // All of it was sent: nothing is left to go on with.
  await page.reload();
  await page.getByText('There are no videos yet').waitFor();
  expect(await page.getByText('Not finished yet').count()).toBe(0);
});

test('somebody without an account sends one file by a link, and its owner sees the video', async () => {
  const { page: owner } = await videosPage();
  await owner.getByRole('button', { name: 'Let somebody else send a file' }).click();
  const link = (await owner.locator('.secret code').textContent()) ?? '';
  const { page, complaints, elsewhere } = await run.strange({
    viewport: { width: 360, height: 700 },
  });
  await page.goto(link);
  await page.getByText('You need no account').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.setInputFiles('#files', await clip(300_000));
  await page.getByText('The video has arrived').waitFor();
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
  await owner.reload();
  await owner.locator('.card', { hasText: 'clip' }).waitFor();
  // The link is used up.
  await page.reload();
  await page.setInputFiles('#files', await clip(310_000));
  await page.locator('.problem').waitFor();
});

test('a link whose file was refused offers no other choice, and says what to do', async () => {
  const { page: owner } = await videosPage();
  await owner.getByRole('button', { name: 'Let somebody else send a file' }).click();
  const link = (await owner.locator('.secret code').textContent()) ?? '';
  const { page } = await run.strange();
  await page.goto(link);
  const buffer = Buffer.from('no video');
  await page.setInputFiles('#files', { name: 'notes.mp4', mimeType: 'video/mp4', buffer });
  const note = page.getByText('Ask whoever sent it to you for a new one.');
  await note.waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  await page.reload();
  await note.waitFor();
  expect(await page.locator('#files').count()).toBe(0);
});

test('a browser that blocks cookies, and storage with them, sends a file by a link too', async () => {
  const { page: owner } = await videosPage();
  await owner.getByRole('button', { name: 'Let somebody else send a file' }).click();
  const link = (await owner.locator('.secret code').textContent()) ?? '';
  const { page, complaints } = await run.strange();
  // As Chromium answers where all cookies are blocked.
  await page.addInitScript(`Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
  })`);
  await page.goto(link);
  await page.setInputFiles('#files', await clip(320_000));
  await page.getByText('The video has arrived').waitFor();
  expect(complaints).toEqual([]);
});
