import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { UploadResult } from '../../layers/domain/uploads/upload.ts';
import { newVisitor, startBrowser } from '../support/browser.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { serveUploadPage, type UploadPage } from '../support/sites/upload-page.ts';
import { type StandingService, standingService } from './standing-service.ts';

let browser: Browser;
let service: StandingService;
let site: UploadPage;

beforeAll(async () => {
  browser = await startBrowser();
  service = await standingService();
  site = await serveUploadPage(service);
});

afterAll(async () => {
  await browser.close();
  site.close();
  await rm(service.dataDir, { recursive: true });
});

/** A clip, and after it a box that players skip, to the size that is wished. */
async function clip(name: string, size?: number): Promise<string> {
  const path = join(service.dataDir, name);
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=duration=1:size=160x90:rate=25', path);
  if (size === undefined) return path;
  const file = await open(path, 'r+');
  const { size: clipBytes } = await file.stat();
  const header = Buffer.from('....free', 'latin1');
  header.writeUInt32BE(size - clipBytes);
  await file.write(header, 0, header.length, clipBytes);
  await file.truncate(size);
  await file.close();
  return path;
}

interface Seen {
  readonly seen: readonly number[];
  readonly result: UploadResult & { readonly etags: readonly string[] };
}

async function send(path: string): Promise<Seen & { said: string | null; page: Page }> {
  const page = await (await newVisitor(browser)).newPage();
  await page.goto(site.origin);
  await page.setInputFiles('#file', path);
  const said = page.locator('#said');
  await said.filter({ hasText: /Done|Failed/ }).waitFor();
  const { seen, result } = (await page.evaluate(
    '({ seen: window.seen, result: window.result })',
  )) as Seen;
  return { seen, result, said: await said.textContent(), page };
}

test('a page of another origin puts a file into storage and shows how far it is', async () => {
  expect(new URL(site.origin).origin).not.toBe(new URL(service.baseUrl).origin);
  const { said, seen, result, page } = await send(await clip('Small clip.mp4'));
  expect(said).toMatch(/^Done: vid_\w+, 1 s$/);
  expect(seen.at(-1)).toBe(1);
  expect(result.video.title).toBe('Small clip');
  await page.close();
});

test('and sends more than 100 MB in parts, whose ETags it reads and completes with', async () => {
  const { said, seen, result, page } = await send(await clip('Large clip.mp4', 101_000_000));
  expect(said).toMatch(/^Done: vid_\w+, 1 s$/);
  expect(result.received_bytes).toBe(101_000_000);
  expect(result.etags).toHaveLength(7);
  for (const etag of result.etags) expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  expect(seen.length).toBeGreaterThanOrEqual(7);
  expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  expect(seen.at(-1)).toBe(1);
  expect(await page.locator('#bar').getAttribute('value')).not.toBeNull();
  await page.close();
});
