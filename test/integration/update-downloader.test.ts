import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keptDownloader } from '../../local/downloader/kept-downloader.ts';
import { site } from '../support/sites/sites.ts';

const run = promisify(execFile);
const BUILDS = ['yt-dlp', 'yt-dlp_linux', 'yt-dlp_linux_aarch64', 'yt-dlp_macos'];

/** What the next request finds, by name. */
const files = new Map<string, string>();
const server = await site((request, response) => {
  const file = files.get((request.url ?? '').replace('/latest/', ''));
  response.writeHead(file === undefined ? 404 : 200).end(file);
});
let dir: string;

const releases = `${server.origin}/latest`;
afterAll(() => server.close());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'downloader-'));
});
afterEach(() => rm(dir, { recursive: true }));

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** A release whose program does what a shell script says. */
function release(script: string, sum = digest(`#!/bin/sh\n${script}\n`)): void {
  files.clear();
  for (const build of BUILDS) files.set(build, `#!/bin/sh\n${script}\n`);
  files.set('SHA2-256SUMS', BUILDS.map((build) => `${sum}  ${build}\n`).join(''));
}
const update = () =>
  run(process.execPath, ['bin/update-downloader.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      // The compiled form of its code, for the next of these processes.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dir,
      YT_DLP_RELEASES: releases,
    },
  });

test('the newest downloader lies in the data folder, where the service finds it', async () => {
  expect(await keptDownloader(dir)).toBeUndefined();
  release('echo 2026.11.20');
  expect((await update()).stdout).toMatch(/^yt-dlp 2026\.11\.20 lies at .* started again/);
  const kept = (await keptDownloader(dir)) ?? '';
  expect((await run(kept, ['--version'])).stdout).toBe('2026.11.20\n');
  release('echo 2026.12.01');
  await update();
  expect((await run(kept, ['--version'])).stdout).toBe('2026.12.01\n');
});

test.each([
  ['is not what the release holds', () => release('echo changed', digest('other')), /not what its/],
  ['does not run here', () => release('exit 1'), /does not run on this machine/],
  ['is not named by the sums', () => files.set('SHA2-256SUMS', ''), /has no sum of yt-dlp/],
  ['is not there', () => files.clear(), /answered with 404/],
])('one that %s changes nothing', async (_, change, message) => {
  release('echo 2026.11.20');
  await update();
  change();
  await expect(update()).rejects.toMatchObject({ stderr: expect.stringMatching(message) });
  expect(await readdir(join(dir, 'tools'))).toEqual(['yt-dlp']);
  expect(await readFile((await keptDownloader(dir)) ?? '', 'utf8')).toContain('2026.11.20');
});
