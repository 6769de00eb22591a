/**
 * `npm run pictures`: draws the pictures of the dashboard for docs/images anew, on clips that are
 * made for it.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { makeClip } from '../../bin/demo/make-clip.ts';
import { VideoList } from '../../layers/domain/videos/video-list.ts';
import {
  endService,
  type ServiceProcess,
  startServiceProcess,
} from '../../test/e2e/service-process.ts';
import { startBrowser } from '../../test/support/browser.ts';
import { ffmpeg } from '../../test/support/clips/ffmpeg.ts';
import { call, ownerPage } from './visit.ts';

const IMAGES = join(import.meta.dirname, '../../docs/images');

const take = (page: Page, name: string) =>
  page.screenshot({ path: join(IMAGES, `${name}.jpg`), type: 'jpeg', quality: 72 });

/** Waits until every sheet is drawn. Evaluated once: the page allows no script to be evaluated by it. */
const drawn = (page: Page) =>
  page.evaluate(`Promise.all([...document.querySelectorAll('main img')].map((image) => {
    image.loading = 'eager';
    return image.decode();
  }))`);

/** What else is in the list, by name: four seconds of what ffmpeg draws, the last one not read yet. */
const OTHERS = {
  'colour drift': 'gradients=s=640x360:r=25:speed=0.03:seed=4',
  'test card': 'smptehdbars=s=640x360:r=25',
  'growing carpet': 'sierpinski=s=640x360:r=25:seed=11',
  'life, at large': 'life=s=320x180:r=25:mold=20:life_color=#f2c14e:death_color=#22304a:seed=3',
  'slow zoom': 'mandelbrot=s=640x360:r=25:start_x=-0.74:start_y=0.13:start_scale=0.05',
};

async function addOthers(page: Page, service: ServiceProcess): Promise<void> {
  await page.goto(`${service.baseUrl}/app`);
  for (const [name, source] of Object.entries(OTHERS)) {
    const path = join(service.dataDir, `${name}.mp4`);
    await ffmpeg('-f', 'lavfi', '-i', source, '-t', '4', '-pix_fmt', 'yuv420p', path);
    await page.setInputFiles('#files', path);
    await page.locator('.card', { hasText: name }).waitFor();
  }
  const { videos } = VideoList.parse(
    await (await page.request.get(`${service.baseUrl}/v1/videos`)).json(),
  );
  // The newest first: the one before the last that came is read, and all before that.
  for (const { video_id, reads } of videos.slice(1).reverse()) {
    if (reads.length > 0) continue;
    await call(service, '/v1/frames', { upload_id: video_id, detail: 'overview' });
  }
}

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
  await addOthers(page, service);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${service.baseUrl}/app`);
  await page.locator('.crop img').first().waitFor();
  await drawn(page);
  await take(page, 'dashboard-videos');
} finally {
  await browser.close();
  await endService(service);
}
