import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { VideoReader } from '../../sdk/src/index.ts';
import { newVisitor, startBrowser } from '../support/browser.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { type InstalledSdk, installedSdk } from '../support/installed-sdk.ts';
import { site } from '../support/sites/sites.ts';
import { type StandingService, standingService } from './standing-service.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
const SECRET = `whsec_${Buffer.from('a secret of the tests, of 32 byte').toString('base64')}`;

let service: StandingService;
let sdk: InstalledSdk;

beforeAll(async () => {
  [service, sdk] = await Promise.all([standingService(), installedSdk()]);
  const [first, second] = ['color=red:s=160x90:d=2', 'testsrc=s=160x90:d=2'];
  const joined = ['-filter_complex', '[0][1]concat', '-pix_fmt', 'yuv420p'];
  const clip = join(sdk.dir, 'talk.mp4');
  await quickFfmpeg('-f', 'lavfi', '-i', first, '-f', 'lavfi', '-i', second, ...joined, clip);
});
afterAll(async () => {
  await rm(service.dataDir, { recursive: true });
  await rm(sdk.dir, { recursive: true, force: true });
});

test('every snippet of its page does what the page says', async () => {
  const page = await readFile(join(ROOT, 'docs/sdk.md'), 'utf8');
  const snippets = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  await writeFile(join(sdk.dir, 'snippets.mjs'), snippets.join('\n'));
  // The handler at the end is called as a server calls it.
  const body = '{"type":"job.succeeded","data":{"job_id":"job_1"}}';
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', at, body),
  };
  const call = `const { onWebhook } = await import('./snippets.mjs');
    await onWebhook(new Request('http://localhost/', ${JSON.stringify({ method: 'POST', headers, body })}));`;
  await writeFile(join(sdk.dir, 'main.mjs'), call);
  const { stdout } = await run(process.execPath, ['main.mjs'], {
    cwd: sdk.dir,
    env: {
      ...process.env,
      VIDEO_READER_URL: service.baseUrl,
      VIDEO_READER_API_KEY: service.apiKey,
      WEBHOOK_SECRET: SECRET,
    },
  });
  expect(stdout).toMatch(/^\d+ sheets, 4 of 4 s$/m);
  expect(stdout).toContain('Nobody speaks.');
  expect(stdout).toContain('There is 1 cut. [2s] [ 2 ]');
  expect(stdout).toMatch(/^0\.14 credits$/m);
  expect(stdout).toContain('talk There is 1 cut. [2s]');
  expect(stdout).toMatch(/^100 %$/m);
  expect(stdout).toMatch(/^no_video_stream$/m);
  expect(stdout).toMatch(/window_too_long_for_detail \{ detail: 'single', start: 1, end: 1.2 \}/);
  expect(stdout).toMatch(/^job\.succeeded \{ job_id: 'job_1' \}$/m);
});

test('so does every line of the page of the command, run where the package is installed', async () => {
  const page = await readFile(join(ROOT, 'docs/cli.md'), 'utf8');
  const lines = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script]) => script);
  await writeFile(join(sdk.dir, 'page.sh'), lines.join('\n'));
  const options = {
    cwd: sdk.dir,
    env: {
      ...process.env,
      PATH: `${join(sdk.dir, 'node_modules/.bin')}:${process.env['PATH']}`,
      XDG_CACHE_HOME: join(sdk.dir, 'cache'),
      XDG_CONFIG_HOME: join(sdk.dir, 'config'),
      VIDEO_READER_URL: service.baseUrl,
      VIDEO_READER_API_KEY: service.apiKey,
    },
  };
  const { stdout } = await run('bash', ['-e', 'page.sh'], options);
  expect(stdout).toContain('coverage   4.00 s of 4.00 s, the whole video\ncuts       2.00\n');
  expect(stdout).toMatch(/^bought .*spent here/m);
  expect(stdout).toMatch(/^ +one\/single-00003\.00-00003\.00\.jpg$/m);
  expect(stdout).toMatch(/^[\d.]+ credits for 1 sheets at standard; [\d.]+ left$/m);
  expect(stdout).toContain('There is 1 cut. [2s]');
  expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toHaveLength(1);
  const sheets = await readdir(join(sdk.dir, 'talk-sheets'));
  expect(sheets.filter((name) => name.endsWith('.jpg'))).toHaveLength(4);
  const told = await readFile(join(sdk.dir, 'overview.json'), 'utf8');
  expect(JSON.parse(told).detail).toBe('overview');
  const byNpx = await run('npx', ['--no-install', 'video-reader', 'credits', '--json'], options);
  expect(JSON.parse(byNpx.stdout).wallet).toBe('topup');
});

test('what is packed is what publint and attw ask of a package', async () => {
  await run(bin('publint'), [join(ROOT, 'sdk'), '--strict']);
  await run(bin('attw'), [sdk.tarball, '--profile', 'esm-only', '--no-color']);
});

test('its types hold in a strict project that skips no library', async () => {
  const program = `import { type Job, VideoReader, type FramesResult, type Answer } from 'video-reader';
    const client = new VideoReader({ baseUrl: 'https://video.example', apiKey: 'sk_live_x' });
    export const result: Promise<FramesResult> = client.frames({ url: 'a', detail: 'fine' });
    export const job: Promise<Job<FramesResult>> = client.frames({ url: 'a', sync: false });
    export const price: Promise<{ credits: number | null }> = client.frames({ url: 'a', estimate: true });
    export const window = async () => (await result).window satisfies [number, number];
    // @ts-expect-error no such level
    client.frames({ url: 'a', detail: 'finest' });
    // @ts-expect-error an answer or the prices of asking again
    export const answer: Promise<Answer> = client.watch({ url: 'a' });`;
  await writeFile(join(sdk.dir, 'program.ts'), program);
  const strict = { strict: true, module: 'nodenext', target: 'es2022', noEmit: true, types: [] };
  // The compiler's own libraries hold in themselves, and take most of its time.
  const compilerOptions = { ...strict, skipDefaultLibCheck: true };
  const project = { compilerOptions, files: ['program.ts'] };
  await writeFile(join(sdk.dir, 'tsconfig.json'), JSON.stringify(project));
  const { stdout } = await run(bin('tsc'), ['-p', sdk.dir]).catch((error) => error);
  expect(stdout).toBe('');
});

test('a page of another origin sends a file by its ticket', async () => {
  const script = await build({
    stdin: {
      contents: `import { VideoReader } from 'video-reader';
        window.send = (baseUrl, ticket) =>
          new VideoReader({ baseUrl }).upload(document.querySelector('input').files[0], { ticket, memory: localStorage });`,
      resolveDir: sdk.dir,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  });
  const web = await site((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const html = '<input type="file"><script type="module" src="/script.js"></script>';
    response.end(isScript ? script.outputFiles[0]?.text : html);
  });
  const browser = await startBrowser();
  try {
    const { ticket } = await new VideoReader(service).ticket();
    const page = await (await newVisitor(browser)).newPage();
    await page.goto(`${web.origin}/`);
    await page.setInputFiles('input', join(sdk.dir, 'talk.mp4'));
    const sent = `send(${JSON.stringify(service.baseUrl)}, ${JSON.stringify(ticket)})`;
    expect(await page.evaluate(sent)).toMatchObject({ video: { title: 'talk', duration: 4 } });
    expect(await page.evaluate('localStorage.length')).toBe(0);
  } finally {
    await browser.close();
    await web.close();
  }
});

test('what the code imports is what the package names, in its version', async () => {
  const read = async (path: string) => JSON.parse(await readFile(join(ROOT, path), 'utf8'));
  const [whole, packaged] = await Promise.all([read('package.json'), read('sdk/package.json')]);
  expect(packaged.version).toBe(whole.version);
  const named = { ...packaged.dependencies, ...packaged.devDependencies };
  expect(whole.devDependencies).toMatchObject(named);
  const module = pathToFileURL(join(sdk.dir, 'node_modules/video-reader/dist/index.js')).href;
  const list = `console.log(Object.keys(await import(${JSON.stringify(module)})).join(' '))`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', list]);
  const names = ['Batch', 'Job', 'VideoReader', 'VideoReaderError', 'verifyWebhook'];
  expect(new Set(stdout.trim().split(' '))).toEqual(new Set(names));
});
