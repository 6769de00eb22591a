import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import {
  DashboardRun,
  overhang,
  seriousFaults,
  threeShots,
  type Visit,
} from '../../support/dashboard.ts';
import { site } from '../../support/sites/sites.ts';

let run: DashboardRun;
let dir: string;
let clip: string;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  run = await DashboardRun.start();
  dir = await mkdtemp(join(tmpdir(), 'dashboard-'));
  clip = join(dir, 'three shots.mp4');
  await threeShots(clip);
  visit = await run.visit();
  page = visit.page;
});

afterAll(async () => {
  await run.stop();
  await rm(dir, { recursive: true, force: true });
});

const at = async () => Number(await page.getByRole('slider').getAttribute('aria-valuenow'));

test('a file that is chosen becomes a video, and the same file is known at once', async () => {
  await page.goto('/app');
  await page.getByText('There are no videos yet').waitFor();
  await page.setInputFiles('#files', clip);
  await page.getByText('Done.').waitFor();
  await page.locator('.card', { hasText: 'three shots' }).waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  await page.setInputFiles('#files', clip);
  await page.getByText('This file is here already.').waitFor();
  expect(sent).toEqual([]);
});

test('a question that was being typed when the session ended is there after signing in', async () => {
  const other = await run.visit({ orgId: visit.orgId });
  const cookies = await other.context.cookies();
  const question = other.page.getByLabel('Question');
  const video = await page.locator('.card a').first().getAttribute('href');
  const path = `${video}/ask`;
  await other.page.goto(path);
  await question.waitFor();
  // What is refused on its way would lead to sign in before anything is typed.
  await other.page.waitForLoadState('networkidle');
  await other.context.clearCookies();
  await question.fill('What comes after the test picture?');
  await other.page.waitForURL(/\/signin\?/);
  await other.context.addCookies(cookies);
  await other.page.goto(path);
  await question.waitFor();
  expect(await question.inputValue()).toBe('What comes after the test picture?');
  await other.context.close();
});

test('a video is read at the price that was told, and its sheets and findings are shown', async () => {
  await page.getByRole('link', { name: 'three shots' }).click();
  await page.getByText('There are no sheets of it yet').waitFor();
  const price = page.locator('.price', { hasText: 'left then' });
  await price.waitFor();
  const [told] = /^[\d.]+/.exec((await price.textContent()) ?? '') ?? [];
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.locator('.sheet img').first().waitFor();
  const { ledger } = await (await page.request.get('/v1/credits')).json();
  expect(-ledger[0].delta).toBe(Number(told));
  await page.getByText('The level overview shows all of it.').waitFor();
  for (const lane of ['cuts', 'blacks', 'silences']) {
    expect(await page.locator(`.lane-${lane}`).getAttribute('d')).not.toBe('');
  }
  expect(await seriousFaults(page)).toEqual([]);
});

test('the pointer tells the second of a tile, and a click opens it at its own pixels', async () => {
  const face = page.locator('.sheet-face').first();
  const { width = 0, height = 0 } = (await face.boundingBox()) ?? {};
  // The second tile of five in the first of its rows.
  await face.hover({ position: { x: width * 0.3, y: height * 0.1 } });
  expect(await page.locator('.tile-second').textContent()).toBe('0.5 s');
  await face.click({ position: { x: width * 0.3, y: height * 0.1 } });
  const picture = page.getByRole('img', { name: 'The video at 0.5 s' });
  await picture.waitFor();
  await page.getByRole('button', { name: 'Own pixels' }).click();
  const shown = await page.locator('.crop-pixels').boundingBox();
  expect(await page.locator('dialog').textContent()).toContain(
    `${shown?.width} × ${shown?.height} pixels`,
  );
});

test('the second is read at single once its price was told', async () => {
  await page.getByText('Look at 0.5 s at full size').click();
  await page.locator('.offer .price', { hasText: '1 credit' }).waitFor();
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByText('Level single, 1568 × 882 pixels.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'single', exact: true }).click();
  await page.locator('figcaption', { hasText: /^0:00\.50 · 1 tile$/ }).waitFor();
  await page.getByRole('button', { name: 'overview', exact: true }).click();
});

test('keys step by tile, by second and from cut to cut, and open and close the second', async () => {
  await page.getByRole('button', { name: 'overview', exact: true }).click();
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  expect(await at()).toBe(0);
  await page.keyboard.press('ArrowRight');
  expect(await at()).toBe(0.5);
  await page.keyboard.press('.');
  expect(await at()).toBe(1.5);
  await page.keyboard.press(']');
  expect(await at()).toBe(2);
  await page.keyboard.press('[');
  await page.keyboard.press(',');
  expect(await at()).toBe(1);
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('img', { name: 'The video at 1.5 s' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
});

test('the axis shows less of the video by keys and by the wheel, and follows the second', async () => {
  const seconds = () => page.locator('.axis-seconds span').allTextContents();
  const whole = await seconds();
  await page.keyboard.press('Home');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.locator('.axis-whole').waitFor();
  expect((await seconds()).join()).toMatch(/^0:00\.0.*0:01\.4/);
  await page.keyboard.press('End');
  expect((await seconds()).join()).not.toContain('0:00.0');
  await page.keyboard.press('0');
  expect(await seconds()).toEqual(whole);
  await page.getByRole('slider').hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await page.locator('.axis-whole').waitFor();
  await page.getByRole('button', { name: 'Whole axis' }).click();
  expect(await seconds()).toEqual(whole);
});

test('a stretch is drawn on the axis, priced, read closer, and what is left out is drawn as gaps', async () => {
  const axis = page.getByRole('slider');
  const { x = 0, y = 0, width = 0 } = (await axis.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + 5);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.75, y + 5, { steps: 4 });
  await page.mouse.up();
  expect(await page.getByLabel('From, s').inputValue()).toMatch(/^(2\.9|3)/);
  await page.getByLabel('How closely').selectOption('detail');
  await page.locator('.read-form .price', { hasText: 'left then' }).waitFor();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByText(/The level detail shows 0:01\.5 of 0:06\.0/).waitFor();
  expect(await page.locator('.gaps button').count()).toBe(2);
  // The stretch ends within the black second, which is found whole already.
  expect(await page.getByLabel('Kind').textContent()).toContain('blacks (1)');
  await page.locator('.gaps button').first().click();
  expect(await page.getByLabel('From, s').inputValue()).toBe('0');
});

test('what the service refuses is told with what it suggests, and taking that works', async () => {
  await page.getByRole('button', { name: 'All of it' }).click();
  await page.getByLabel('How closely').selectOption('motion');
  await page.getByRole('button', { name: 'Use what is suggested' }).click();
  await page.locator('.read-form .price', { hasText: 'left then' }).waitFor();
});

test('what is seen is exported as JSON, CSV and a ZIP of the sheets', async () => {
  const exported = async (name: RegExp) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  await page.getByText('Export', { exact: true }).click();
  const json = await exported(/JSON/);
  expect(json.name).toBe('three-shots.json');
  expect(JSON.parse(json.bytes.toString()).frames).toHaveLength(3);
  const csv = (await exported(/CSV/)).bytes.toString().split('\r\n');
  expect(csv[0]).toBe('kind,start,end,what,confidence');
  expect(csv).toContainEqual(expect.stringMatching(/^cuts,2,2,cut,/));
  const zip = (await exported(/ZIP/)).bytes;
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  expect(zip.includes('detail-0001-')).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.menu:not([open]) summary:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /ZIP/ }).waitFor();
  await page.locator('h1').click();
  await page.locator('.menu:not([open])').waitFor();
});

test('nothing is exported while what was read is still coming', async () => {
  const results = /\/v1\/jobs\/job_/;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(results, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await page.getByText('Export', { exact: true }).click();
  const json = page.getByRole('button', { name: /JSON/ });
  await page.locator('.menu').getByText('Loading what was read…').waitFor();
  expect(await json.isDisabled()).toBe(true);
  release();
  await page.locator('.menu button:enabled', { hasText: 'JSON' }).waitFor();
  await page.unroute(results);
});

test('all of it is there again after a reload, and nothing was charged for that', async () => {
  const before = await (await page.request.get('/v1/credits')).json();
  await page.reload();
  await page.locator('.sheet img').first().waitFor();
  await page.getByRole('button', { name: 'detail', exact: true }).waitFor();
  const after = await (await page.request.get('/v1/credits')).json();
  expect(after.ledger).toEqual(before.ledger);
});

test('the page is as wide as a window of 360 pixels', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('a question is answered with seconds that open their tiles', async () => {
  await page.getByRole('link', { name: 'Ask about it' }).click();
  await page.getByLabel('Question').fill('How many cuts are there?');
  await page.locator('.price', { hasText: 'left then' }).waitFor();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('.answer-words').waitFor();
  expect(await page.locator('.answer .asked').textContent()).toBe('How many cuts are there?');
  await page.locator('.cited').first().click();
  await page.locator('dialog[open] .crop-pixels').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Answer in a shape of your own').click();
  await page.getByLabel('JSON Schema').fill('{ "type": ');
  await page.getByText(/This is not JSON/).waitFor();
  await page.getByRole('button', { name: 'Take an example' }).click();
  await page.getByText('This schema can be answered.').waitFor();
  await page.getByLabel('JSON Schema').fill('{ "type": "strin" }');
  // In the words of the interface, which judges it.
  await page.getByText('Field `schema` is no well-formed JSON Schema: /type must be').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
});

test('a stretch is chosen and asked about with the keyboard alone, and a repeat is free', async () => {
  await page.reload();
  const question = page.getByLabel('Question');
  await question.waitFor();
  // It was asked.
  expect(await question.inputValue()).toBe('');
  const tabTo = async (label: string) => {
    const target = page.getByLabel(label, { exact: true }).and(page.locator(':focus'));
    for (let keys = 0; keys < 40 && (await target.count()) === 0; keys += 1) {
      await page.keyboard.press('Tab');
    }
    expect(await target.count()).toBe(1);
  };
  await tabTo('Question');
  await page.keyboard.type('כמה cuts?');
  await tabTo('To, s');
  await page.keyboard.type('2');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Only 0:00.0 to 0:02.0 ✕' }).waitFor();
  await page.locator('.price', { hasText: 'left then' }).waitFor();
  await question.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.answer .asked', { hasText: 'כמה cuts?' }).waitFor();
  await page.locator('.price', { hasText: '0 credits · asked before ·' }).waitFor();
  const direction = "getComputedStyle(document.querySelector('.asked')).unicodeBidi";
  expect(await page.evaluate(direction)).toBe('plaintext');
});

test('a question about more than the plan reads at once takes the stretch that is suggested', async () => {
  await page.route('**/v1/watch_video', (route) => {
    const error = {
      type: 'window_too_long',
      message: 'Ask for a shorter `window`.',
      suggestion: { window: { from: 0, to: 1.5 } },
    };
    return route.request().postDataJSON().window
      ? route.continue()
      : route.fulfill({ status: 400, json: { error } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Use what is suggested' }).click();
  await page.getByRole('button', { name: 'Only 0:00.0 to 0:01.5 ✕' }).waitFor();
  await page.locator('.price', { hasText: 'left then' }).waitFor();
  await page.unroute('**/v1/watch_video');
});

test('what was asked before is found by its words, and its answer is opened', async () => {
  await page.reload();
  await page.getByLabel('Search what was asked').fill('weather');
  await page.getByText('No question has “weather” in it.').waitFor();
  await page.getByLabel('Search what was asked').fill('CUTS');
  await page.getByText('How many cuts are there?').click();
  await page.locator('.answer-words').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
});

test('who was told of a job stands beside it, and is told once more', async () => {
  const told: unknown[] = [];
  const { promise: toldTwice, resolve: onToldTwice } = Promise.withResolvers<void>();
  const receiver = await site((request, response) => {
    told.push(request.headers['webhook-id']);
    if (told.length === 2) onToldTwice();
    request.resume().on('end', () => response.end());
  });
  const { port } = receiver;
  const { videos } = await (await page.request.get('/v1/videos')).json();
  const accepted = await page.request.post('/v1/frames', {
    headers: { origin: run.service.baseUrl },
    data: {
      upload_id: videos[0].video_id,
      detail: 'single',
      start: 1,
      sync: false,
      webhook_url: `http://127.0.0.1:${port}/hook`,
    },
  });
  expect(accepted.status()).toBe(200);
  await page.getByRole('link', { name: 'Jobs' }).click();
  const row = page.locator('tr', { hasText: `127.0.0.1:${port}` });
  await row.locator('[data-state="delivered"]').waitFor();
  await Promise.all([
    page.waitForResponse(/\/resend$/),
    row.getByRole('button', { name: 'Send again' }).click(),
  ]);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await toldTwice;
  await row.locator('[data-state="delivered"]').waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(new Set(told).size).toBe(1);
  expect(await seriousFaults(page)).toEqual([]);
  await receiver.close();
});

test('an erased video is gone from the list, after what follows was told', async () => {
  await page.getByRole('link', { name: 'Videos' }).click();
  await page.getByRole('button', { name: 'Erase three shots' }).click();
  await page.getByText('cannot be brought back').waitFor();
  const indent = `getComputedStyle(document.querySelector('dialog p')).paddingLeft`;
  expect(await page.evaluate(indent)).toBe('0px');
  await page.getByRole('button', { name: 'Erase it' }).click();
  await page.getByText('There are no videos yet').waitFor();
});

test('what is said is read with the rest, searched, marked, and exported', async () => {
  const captions = join(dir, 'words.srt');
  await writeFile(
    captions,
    '1\n00:00:01,000 --> 00:00:02,000\nThe tide comes in.\n\n2\n00:00:03,000 --> 00:00:04,000\n=And goes out.\n',
  );
  const spoken = join(dir, 'spoken.mp4');
  await quickFfmpeg('-i', clip, '-i', captions, '-c', 'copy', '-c:s', 'mov_text', spoken);
  await page.goto('/app');
  await page.setInputFiles('#files', spoken);
  await page.getByRole('link', { name: 'spoken' }).first().click();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByText('From the captions of the file').waitFor();
  await page.getByLabel('Search what is said and written').fill('TIDE');
  expect(await page.locator('.lines mark').allTextContents()).toEqual(['tide']);
  await page.locator('.lines .line').first().click();
  expect(await at()).toBeCloseTo(1, 1);
  await page.getByText('Export', { exact: true }).click();
  const exported = async (name: RegExp) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  // A spreadsheet carries out what begins with an equals sign, whoever said it.
  expect(await exported(/CSV/)).toContain("\r\nwords,3,4,'=And goes out.,");
  const vtt = await exported(/VTT/);
  expect(vtt).toMatch(/^WEBVTT\n\n00:00:01\.000 --> 00:00:02\.000\nThe tide comes in\.\n/);
  expect(await seriousFaults(page)).toEqual([]);
});

test('of a file without picture the words are offered, and no size or level of pictures', async () => {
  const sound = join(dir, 'tone.wav');
  await quickFfmpeg('-f', 'lavfi', '-i', 'sine=duration=2', sound);
  await page.goto('/app');
  await page.setInputFiles('#files', sound);
  const card = page.locator('.card', { hasText: 'tone' });
  await card.getByText(/^sound only · /).waitFor();
  await card.getByRole('link').click();
  await page.getByText('0:02.00 · sound only').waitFor();
  expect(await page.getByLabel('How closely').locator('option').allTextContents()).toEqual([
    'words only',
  ]);
  await page.locator('.price', { hasText: 'left then' }).waitFor();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByText('Music or noise').waitFor();
  await page.getByText('There is no picture in it').waitFor();
});

test('in all of this the browser had nothing to complain of, and asked nobody else', async () => {
  expect(visit.complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
  expect(visit.elsewhere).toEqual([]);
  expect(run.service.defects).toEqual([]);
});
