import type { Browser } from 'playwright-core';
import { ROUTES } from '../../functions/api/routes.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { newVisitor, startBrowser } from '../support/browser.ts';
import { type RunningService, runningService } from '../support/running-service.ts';
import { testTables } from '../support/tables.ts';

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  service = await runningService(await testTables());
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  expect(service.defects).toEqual([]);
  await service.stop();
});

const get = (path: string, init: RequestInit = {}) => fetch(service.baseUrl + path, init);
const textOf = async (path: string) => (await get(path)).text();

test.each(['/llms.txt', '/llms-full.txt'])(
  '%s names every call and how calls are chosen',
  async (path) => {
    const text = await textOf(path);
    for (const { method, path: called } of ROUTES) expect(text).toContain(`${method} ${called}`);
    expect(text).toContain('## Which call for which need');
    expect(text).toContain('- `single`: 1 credit a moment.');
    expect(text).not.toMatch(/undefined|\[object/);
  },
);

test('in full, each call says its fields with what they mean, an example, and its errors', async () => {
  const text = await textOf('/llms-full.txt');
  const call = text.slice(
    text.indexOf('## POST /v1/frames'),
    text.indexOf('## POST /v1/transcript'),
  );
  expect(call).toContain('- `detail` ("auto" | "overview"');
  expect(call).toContain('`window_too_long_for_detail` (400)');
  expect(call).toContain('200: FramesResult');
  expect(text).toMatch(/### Coverage[\s\S]*- `gaps`/);
});

test('the Postman collection holds every call under its group, with address and key as variables', async () => {
  const { info, item, variable } = JSON.parse(await textOf('/docs/postman.json'));
  expect(info.schema).toContain('v2.1.0');
  const requests = item.flatMap(
    (group: { item: { request: { method: string; url: { raw: string } } }[] }) =>
      group.item.map(({ request: { method, url } }) => `${method} ${url.raw}`),
  );
  const expected = ROUTES.map(
    ({ method, path }) => `${method} {{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(requests.sort()).toEqual(expected.sort());
  expect(variable).toContainEqual({ key: 'baseUrl', value: service.baseUrl });
});

test('a document is read and nothing else: another method is 405, another name 404', async () => {
  const pages = PAGES.filter(({ name, path }) => name === 'reference' && !path.includes('{'));
  expect(pages.length).toBeGreaterThan(2);
  for (const { path } of pages) {
    expect((await get(path, { method: 'HEAD' })).status).toBe(200);
    const refused = await get(path, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
  expect((await get('/docs/other.js')).status).toBe(404);
});

test('the reference is drawn in a browser from this origin alone', async () => {
  const visitor = await newVisitor(browser, { viewport: { width: 1280, height: 900 } });
  const page = await visitor.newPage();
  const asked: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${service.baseUrl}/docs`);
  await page.getByText('Uploads and videos').first().waitFor();
  await page.getByText('Contact sheets of a video').first().click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).waitFor();
  expect(faults).toEqual([]);
  const elsewhere = asked.filter(
    (url) => !url.startsWith(service.baseUrl) && !url.startsWith('data:'),
  );
  expect([elsewhere, asked.length > 3]).toEqual([[], true]);
  if (process.env['SHOT']) await page.screenshot({ path: process.env['SHOT'] });
  // On a telephone what is told of a group of calls has the width of the page, not that of a word.
  await page.setViewportSize({ width: 360, height: 740 });
  const about = await page.getByText('Files on their way in').first().boundingBox();
  expect(about?.width).toBeGreaterThan(200);
  await visitor.close();
});
