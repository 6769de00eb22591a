/**
 * `npm run pictures`: draws the pictures of the dashboard for docs/images anew, on a clip that is
 * made for it.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { makeClip } from '../../bin/demo/make-clip.ts';
import { endService, startServiceProcess } from '../../test/e2e/service-process.ts';
import { startBrowser } from '../../test/support/browser.ts';
import { ownerPage } from './visit.ts';

const IMAGES = join(import.meta.dirname, '../../docs/images');

const take = (page: Page, name: string) =>
  page.screenshot({ path: join(IMAGES, `${name}.jpg`), type: 'jpeg', quality: 72 });

/** Waits until every sheet is drawn. Evaluated once: the page allows no script to be evaluated by it. */
const drawn = (page: Page) =>
  page.evaluate(`Promise.all([...document.querySelectorAll('main img')].map((image) => {
    image.loading = 'eager';
    return image.decode();
  }))`);

const browser = await startBrowser();
const service = await startServiceProcess();
try {
  const clip = join(service.dataDir, 'five shots.mp4');
  await makeClip(clip);
  const page = await ownerPage(browser, service);
  await page.setInputFiles('#files', clip);
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await page.getByLabel('Also read what is written').check();
  await page.locator('.read-form .price', { hasText: 'left then' }).waitFor();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.locator('.sheet img').first().waitFor();
  await page.getByLabel('From, s').fill('7');
  await page.getByLabel('To, s').fill('10');
  await page.keyboard.press('Tab');
  await page.getByLabel('How closely').selectOption('detail');
  await page.locator('.read-form .price', { hasText: 'left then' }).waitFor();
  const face = page.locator('.sheet-face').first();
  const { width = 0, height = 0 } = (await face.boundingBox()) ?? {};
  await face.hover({ position: { x: width * 0.5, y: height * 0.4 } });
  await page.getByRole('slider').focus();
  await page.keyboard.press(']');
  await drawn(page);
  await take(page, 'dashboard-video');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByRole('button', { name: 'detail', exact: true }).waitFor();
  await drawn(page);
  await page
    .locator('.sheet-face')
    .first()
    .click({ position: { x: 100, y: 100 } });
  await drawn(page);
  await take(page, 'dashboard-second');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Ask about it' }).click();
  await page.getByLabel('Question').fill('How many cuts are there, and where is it silent?');
  await page.locator('.price', { hasText: 'left then' }).waitFor();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('.answer-words').waitFor();
  await take(page, 'dashboard-ask');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${service.baseUrl}/app`);
  await page.locator('.crop img').waitFor();
  await drawn(page);
  await take(page, 'dashboard-videos');
} finally {
  await browser.close();
  await endService(service);
}
