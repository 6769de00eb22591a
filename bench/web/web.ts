/**
 * `npm run bench:web -- [GB] [pages|upload|page]`: how much the first page loads and how soon it is
 * painted, whether 360 sheets scroll without a long task, and how fast a file is sent from the page
 * beside the command `video-reader upload`. The second argument leaves out all but the pages, the
 * upload, or the upload from the page: of a file of many GB the disk then holds one copy. Everything
 * is on this machine; service and browser share its cores.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { FramesResult } from '../../layers/domain/frames/frames.ts';
import { UploadResult } from '../../layers/domain/uploads/upload.ts';
import {
  endService,
  type ServiceProcess,
  startServiceProcess,
} from '../../test/e2e/service-process.ts';
import { startBrowser } from '../../test/support/browser.ts';
import { ffmpeg } from '../../test/support/clips/ffmpeg.ts';
import { paddedClip } from '../../test/support/clips/padded-clip.ts';
import { tasksWhile } from './long-tasks.ts';
import { call, ownerPage } from './visit.ts';

const BYTES = Number(process.argv[2] ?? 1) * 1e9;
const [, , , ONLY = 'all'] = process.argv;
const THREE_HOURS = 10_800;
const SLOWED = 4;
/** A task of more milliseconds than this is felt as a stutter. */
const LONG_TASK_MS = 50;

const say = (name: string, figure: string, wished: string) =>
  console.log(`${name.padEnd(46)} ${figure.padStart(14)}   ${wished}`);

async function firstPage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  let script = 0;
  page.on('response', async (response) => {
    if (/\.js$/.test(response.url())) script += Number(response.headers()['content-length']);
  });
  const paints: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    script = 0;
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.reload();
    await page.getByText('There are no videos yet').waitFor();
    paints.push(
      Number(
        await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime'),
      ),
    );
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const [, , median = 0] = paints.sort((a, b) => a - b);
  say('JavaScript of the first page, gzip', `${(script / 1000).toFixed(1)} kB`, 'under 60 kB');
  say(`first paint, CPU slowed ${SLOWED} times`, `${Math.round(median)} ms`, 'under 1000 ms');
}

/** Three hours, read at a tile a second. */
async function longVideo(service: ServiceProcess): Promise<string> {
  const path = join(service.dataDir, 'three hours.mp4');
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc=duration=${THREE_HOURS}:size=320x180:rate=1`],
    ...['-preset', 'ultrafast', '-g', '30', path],
  );
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'three hours.mp4');
  const sent = await fetch(`${service.baseUrl}/v1/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}` },
    body: form,
  });
  const { upload_id, video } = UploadResult.parse(await sent.json());
  let next: number | undefined = 0;
  while (next !== undefined) {
    const request = { upload_id, detail: 'standard', fps: 1, start: next, end: THREE_HOURS };
    const more = { transcribe: false, signals: 'off', qa: false };
    const read: FramesResult = FramesResult.parse(
      await call(service, '/v1/frames', { ...request, ...more }),
    );
    next = read.coverage.truncated?.next_start;
  }
  return video.id;
}

async function scrolling(browser: Browser, page: Page, service: ServiceProcess): Promise<void> {
  const id = await longVideo(service);
  await page.goto(`${service.baseUrl}/app/videos/${id}`);
  await page.getByText('The level standard shows all of it.').waitFor();
  await page.locator('.sheet img').first().waitFor();
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.mouse.move(400, 600);
  let most = 0;
  const tasks = await tasksWhile(browser, page, async () => {
    for (let scrolled = 0; scrolled < height; scrolled += 700) {
      await page.mouse.wheel(0, 700);
      await page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))',
      );
      most = Math.max(most, await page.locator('.sheet').count());
    }
  });
  say('sheets in the document at most, of 360', String(most), '');
  const measured = [
    ['of a core', tasks.map(({ cpuMs }) => cpuMs)],
    ['on the clock, machine shared', tasks.map(({ wallMs }) => wallMs)],
  ] as const;
  for (const [name, times] of measured) {
    const long = times.filter((ms) => ms > LONG_TASK_MS).length;
    const longest = times.reduce((most, ms) => Math.max(most, ms), 0);
    say(
      `longest task scrolling, ${name}`,
      `${longest.toFixed(1)} ms`,
      `none over ${LONG_TASK_MS} ms; ${long} of ${times.length} were`,
    );
  }
}

/** Milliseconds that the command takes for a file of so many bytes. */
async function byCommand(service: ServiceProcess): Promise<number> {
  const path = join(service.dataDir, 'command.mp4');
  await paddedClip(path, BYTES);
  const began = performance.now();
  const command = spawn(process.execPath, ['sdk/src/cli/main.ts', 'upload', path], {
    env: {
      ...process.env,
      VIDEO_READER_URL: service.baseUrl,
      VIDEO_READER_API_KEY: service.apiKey,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(command, 'exit');
  if (code !== 0) throw new Error(`the command ended with ${code}`);
  return performance.now() - began;
}

/** Milliseconds that the page takes for one, and the bytes that its heap has at most. */
async function byPage(page: Page, service: ServiceProcess): Promise<{ ms: number; heap: number }> {
  const path = join(service.dataDir, 'page.mp4');
  await paddedClip(path, BYTES);
  await page.goto(`${service.baseUrl}/app`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  let heap = 0;
  const measure = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const now = metrics.find(({ name }) => name === 'JSHeapTotalSize')?.value ?? 0;
    heap = Math.max(heap, now);
  };
  const began = performance.now();
  const timer = setInterval(() => void measure().catch(() => undefined), 500);
  await page.setInputFiles('#files', path);
  await page.getByText('Done.').waitFor();
  const ms = performance.now() - began;
  clearInterval(timer);
  await measure();
  return { ms, heap };
}

async function uploading(page: Page, service: ServiceProcess): Promise<void> {
  const rate = (ms: number) => `${Math.round(BYTES / ms / 1000)} MB/s`;
  const command = ONLY === 'page' ? undefined : await byCommand(service);
  const { ms, heap } = await byPage(page, service);
  if (command !== undefined) say(`${BYTES / 1e9} GB by the command`, rate(command), '');
  say(`${BYTES / 1e9} GB from the page`, rate(ms), '');
  if (command !== undefined) say('page beside command', (command / ms).toFixed(2), 'at least 0.70');
  say('heap of the page at most', `${Math.round(heap / 1e6)} MB`, 'under 150 MB');
}

const browser = await startBrowser();
const service = await startServiceProcess();
try {
  const page = await ownerPage(browser, service);
  if (ONLY === 'all' || ONLY === 'pages') {
    await firstPage(page);
    await scrolling(browser, page, service);
  }
  if (ONLY !== 'pages') await uploading(page, service);
} finally {
  await browser.close();
  await endService(service);
}
