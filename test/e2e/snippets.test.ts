import { once } from 'node:events';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { runSnippets } from '../support/snippets/run-snippets.ts';
import { snippetsIn } from '../support/snippets/snippets-in.ts';
import { type StandingService, standingService } from './standing-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['README.md', 'docs/connector.md'];
for await (const page of glob('docs/guides/*.md', { cwd: ROOT })) PAGES.push(page);

/** Of all pages together: what needs another program, the internet or an account. */
const NOT_RUN = 7;

let service: StandingService;
let dir: string;
let clip: string;
let receiver: Server;
/** Addresses that were told of something, by their paths. */
const told = new Set<string>();

beforeAll(async () => {
  service = await standingService();
  receiver = createServer((request, response) => {
    told.add(request.url ?? '');
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  dir = await mkdtemp(join(tmpdir(), 'snippets-clip-'));
  clip = join(dir, 'talk.mp4');
  const words = join(dir, 'words.srt');
  await writeFile(words, '1\n00:00:01,000 --> 00:00:03,000\nThe lamp turns once.\n');
  const shots = ['color=teal:s=160x90:r=25:d=4', 'testsrc2=s=160x90:r=25:d=8'];
  const inputs = shots.flatMap((shot) => ['-f', 'lavfi', '-i', shot]);
  await quickFfmpeg(
    ...inputs,
    ...['-f', 'lavfi', '-i', 'sine=d=12', '-i', words, '-filter_complex', '[0][1]concat[v]'],
    ...['-map', '[v]', '-map', '2', '-map', '3', '-c:s', 'mov_text', '-pix_fmt', 'yuv420p', clip],
  );
});
afterAll(async () => {
  await rm(service.dataDir, { recursive: true });
  receiver.closeAllConnections();
  receiver.close();
  await rm(dir, { recursive: true, force: true });
});

const pageOf = (page: string) => readFile(join(ROOT, page), 'utf8');
const run = (page: string, text: string) => {
  const { port } = receiver.address() as AddressInfo;
  const HOOK = `http://127.0.0.1:${port}/hook`;
  const env = { BASE: service.baseUrl, KEY: service.apiKey, HOOK };
  return runSnippets(page, snippetsIn(text), clip, service, page === 'README.md' ? {} : env);
};

test('what is not run says why, and is little', async () => {
  const snippets = (await Promise.all(PAGES.map(pageOf))).flatMap(snippetsIn);
  const reasons = snippets.flatMap(({ notRun }) => (notRun === undefined ? [] : [notRun]));
  expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
  expect(reasons).toHaveLength(NOT_RUN);
  expect(snippets.length).toBeGreaterThan(4 * NOT_RUN);
});

test.each(PAGES)('%s does what it shows', async (page) => {
  await run(page, await pageOf(page));
});

test('no page has any other machine called, and its webhook arrives', async () => {
  const shown = (await Promise.all(PAGES.map(pageOf))).flatMap(snippetsIn);
  const run = shown.filter(({ notRun }) => notRun === undefined);
  expect(run.filter(({ code }) => /https?:\/\/(?!127\.0\.0\.1|…)/.test(code))).toEqual([]);
  while (!told.has('/hook?customer=42')) await once(receiver, 'request');
});

test('what /llms.txt shows is run as well', async () => {
  const text = await (await fetch(`${service.baseUrl}/llms.txt`)).text();
  expect(snippetsIn(text)).toHaveLength(1);
  expect(await run('llms.txt', text)).toContain('The lamp turns once.');
});
