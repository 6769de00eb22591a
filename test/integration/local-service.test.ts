import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { firstOrganization } from '../../bin/first-organization.ts';
import { removeDataDir, type ServiceProcess, startServiceProcess } from '../e2e/service-process.ts';
import { admin } from '../support/admin.ts';
import { asMany, isFullBreadth } from '../support/breadth.ts';
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { killWorker, workerUnder } from '../support/kill-worker.ts';

const run = promisify(execFile);
const POLL_MS = 500;
let dataDir: string;
let service: ServiceProcess;

const hostileEnvironment = {
  AWS_ACCESS_KEY_ID: 'AKIAREALREALREALREAL',
  AWS_SECRET_ACCESS_KEY: 'real',
  AWS_SESSION_TOKEN: 'real',
  AWS_PROFILE: 'production',
  AWS_REGION: 'eu-central-1',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
};

/** Takes calls, and answers none. */
const site = createServer();
const sitePort = () => (site.address() as AddressInfo).port;

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  service = await startServiceProcess({ ownDatabase: true, env: hostileEnvironment });
  dataDir = service.dataDir;
});

afterAll(async () => {
  await service.kill();
  await removeDataDir(dataDir);
  site.closeAllConnections();
  site.close();
});

const get = (path: string) =>
  fetch(service.baseUrl + path, { headers: { authorization: `Bearer ${service.apiKey}` } });
const post = (path: string, body: unknown) =>
  fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

interface Charged {
  readonly credits_charged: number;
}
async function balance(): Promise<number> {
  const credits = await (await get('/v1/credits')).json();
  return (credits as { topup_balance: number }).topup_balance;
}

let made: Promise<void> | undefined;

async function uploadClip(): Promise<string> {
  const file = join(dataDir, 'clip.mp4');
  made ??= quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=3', file);
  await made;
  return upload(file);
}

async function upload(file: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)], { type: 'video/mp4' }), 'clip.mp4');
  const response = await fetch(`${service.baseUrl}/v1/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}` },
    body: form,
  });
  const { upload_id } = (await response.json()) as { upload_id: string };
  return upload_id;
}

test('the first start makes a studio organization with 10,000 bought credits', async () => {
  const credits = await (await get('/v1/credits')).json();
  expect(credits).toMatchObject({
    org_id: service.orgId,
    tier: 'studio',
    topup_balance: 10_000,
    wallet: 'topup',
  });
});

test('credentials are for this user only and name the address', async () => {
  const file = join(dataDir, 'credentials.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    base_url: service.baseUrl,
    api_key: service.apiKey,
    org_id: service.orgId,
    email: 'owner@localhost',
  });
});

test('damaged credentials are told, and no other organization is made', async () => {
  const DATA_DIR = await mkdtemp(join(dataDir, 'damaged-'));
  const file = join(DATA_DIR, 'credentials.json');
  await writeFile(file, '{"api_key": "sk_live_');
  const tables = { records: 'none', ledger: 'none' };
  await expect(firstOrganization(file, service.baseUrl, tables)).rejects.toThrow(
    `${file} cannot be read`,
  );
  const command = run(process.execPath, ['bin/video-reader.ts', 'jobs'], { env: { DATA_DIR } });
  await expect(command).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(RegExp(`^${file} cannot be read`)),
  });
});

test('of the user’s own AWS configuration the region counts, and nothing else', async () => {
  const endpoints = JSON.parse(await readFile(join(dataDir, 'endpoints.json'), 'utf8'));
  expect(endpoints.region).toBe(hostileEnvironment.AWS_REGION);
  expect(endpoints.access_key_id).not.toBe(hostileEnvironment.AWS_ACCESS_KEY_ID);
  const other = startServiceProcess({ env: { AWS_REGION: 'local' } });
  await expect(other).rejects.toThrow(/^AWS_REGION is "local"; set the name of a region/);
});

test('a setting that is mistyped is told, and nothing is started', async () => {
  const other = startServiceProcess({ env: { ANSWERER: 'opneai' } });
  await expect(other).rejects.toThrow(/^ANSWERER is "opneai"; set bedrock, openai or evidence/);
});

test('asked for help, or for what it does not know, it tells how it is run and starts nothing', async () => {
  const start = (...args: string[]) => run(process.execPath, ['bin/local.ts', ...args]);
  expect(await start('--help')).toMatchObject({
    stdout: expect.stringContaining('Usage: npm start'),
  });
  for (const unknown of ['--bogus', 'clip.mp4']) {
    await expect(start(unknown)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(RegExp(`'${unknown}'.*Usage: npm start`, 's')),
    });
  }
});

test('where too few files may be open, the start says so and ends with a code', async () => {
  const start = 'ulimit -n 128; exec "$0" bin/local.ts';
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: '0', DATA_DIR: join(dataDir, 'few-files') };
  await expect(run('bash', ['-c', start, process.execPath], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('may have 128 files open here, and the service needs 256'),
  });
});

test('a second service on the same folder is refused with a reason', async () => {
  const second = startServiceProcess({ ownDatabase: true, dataDir });
  await expect(second).rejects.toThrow(/data folder .* in use.*DATA_DIR/s);
  expect((await get('/healthz')).status).toBe(200);
});

test('a port that is taken is named', async () => {
  const other = await mkdtemp(join(tmpdir(), 'video-reader-'));
  const second = startServiceProcess({
    dataDir: other,
    env: { PORT: new URL(service.baseUrl).port },
  });
  await expect(second).rejects.toThrow(/Port \d+ is in use/);
  await removeDataDir(other);
});

/** How a job ended. */
async function endOf(job_id: string): Promise<string> {
  const job = (await (await get(`/v1/jobs/${job_id}`)).json()) as { status?: string };
  if (job.status !== 'queued' && job.status !== 'running') return job.status ?? JSON.stringify(job);
  await wait(POLL_MS);
  return endOf(job_id);
}

test('after SIGKILL and a start at once what was read is there, and what was queued is done', async () => {
  const upload_id = await uploadClip();
  const call = { upload_id, detail: 'overview', transcribe: false };
  const first = (await (await post('/v1/frames', call)).json()) as {
    job_id: string;
    sheets: { url: string; bytes: number }[];
  };
  expect(first.sheets).toHaveLength(1);
  const before = await balance();
  const key = service.apiKey;
  const queued = await post('/v1/frames', {
    upload_id,
    detail: 'standard',
    transcribe: false,
    sync: false,
  });
  const { job_id } = (await queued.json()) as { job_id: string };

  await service.kill();
  const env = { ALLOW_PRIVATE_SOURCES: '1', EGRESS_PORTS: String(sitePort()) };
  service = await startServiceProcess({ ownDatabase: true, dataDir, env });

  expect(service.apiKey).toBe(key);
  const job = (await (await get(`/v1/jobs/${first.job_id}`)).json()) as {
    status: string;
    result: typeof first;
  };
  expect(job.status).toBe('succeeded');
  const sheet = await fetch(job.result.sheets[0]?.url ?? '');
  expect((await sheet.arrayBuffer()).byteLength).toBe(first.sheets[0]?.bytes);
  const again = (await (await post('/v1/frames', call)).json()) as Charged & {
    cache_hit: boolean;
  };
  expect(again.cache_hit).toBe(true);
  expect(await endOf(job_id)).toBe('succeeded');
  const { credits_charged } = (await (await get(`/v1/jobs/${job_id}`)).json()) as Charged;
  const charged = credits_charged + again.credits_charged;
  expect((await balance()) + charged).toBeCloseTo(before);
});

test('the functions are at the address of before when their process was killed', async () => {
  const probed = async () => (await post('/v1/frames', { upload_id: await uploadClip() })).status;
  for (let kills = 0; kills < asMany(1, 2); kills += 1) {
    await killWorker(dataDir);
    expect(await probed()).toBe(200);
  }
});

test('the doctor reads a clip from end to end, erases it, and says what it saw', async () => {
  const doctor = (...more: string[]) => admin(['doctor', '--json', ...more], { DATA_DIR: dataDir });
  const found = JSON.parse(await doctor());
  expect(found).toMatchObject({ healthy: true });
  const names = found.steps.map(({ step }: { step: string }) => step);
  expect(names).toEqual(['health', 'refusal', 'upload', 'frames', 'transcript', 'erase']);
  await expect(doctor('--base-url', 'http://127.0.0.1:9')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"step":"health","ok":false'),
  });
});

test('an upload that a service receives as it is stopped is kept, and answered', async () => {
  const { pid } = JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'));
  const form = new FormData();
  form.set('file', new Blob([await readFile(join(dataDir, 'clip.mp4'))]), 'clip.mp4');
  const whole = new Response(form);
  const body = Buffer.from(await whole.clone().arrayBuffer());
  const sending = request(`${service.baseUrl}/v1/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  sending.flushHeaders();
  await once(sending, 'continue');
  const stopped = service.stop();
  // Workers are stopped first.
  while ((await workerUnder(pid)) !== undefined) await wait(10);
  sending.end(body);
  const [{ statusCode }] = await once(sending, 'response');
  expect(statusCode).toBe(200);
  expect(await stopped).toBe(0);
  const env = { ALLOW_PRIVATE_SOURCES: '1', EGRESS_PORTS: String(sitePort()) };
  service = await startServiceProcess({ ownDatabase: true, dataDir, env });
});

let waiting: string;

test('SIGTERM answers a call that waits with its job, ends with exit code 0, and nothing is left', async () => {
  const asked = once(site, 'request');
  const call = post('/v1/frames', { url: `http://127.0.0.1:${sitePort()}/never.mp4` });
  await asked;
  const stopped = service.stop();
  const answer = await call;
  expect(answer.status).toBe(202);
  ({ job_id: waiting } = (await answer.json()) as { job_id: string });
  const place = new URL(answer.headers.get('location') ?? '');
  expect(place.pathname).toBe(`/v1/jobs/${waiting}`);
  expect(await stopped).toBe(0);
  expect(await leftOf(dataDir)).toEqual([]);
});

/** Command lines of what runs on a folder. */
async function leftOf(folder: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'args=']);
  return stdout.split('\n').filter((line) => line.includes(folder));
}

/** One whose database is started once: the one above has kept its job over an end of its own. */
let other: ServiceProcess;

/** Starts it again, where it takes up the job sooner than the lease of a run that nobody ends. */
async function startOther(): Promise<void> {
  const takenUp = once(site, 'request', { signal: AbortSignal.timeout(20_000) });
  const env = { ALLOW_PRIVATE_SOURCES: '1', EGRESS_PORTS: String(sitePort()) };
  other = await startServiceProcess({ dataDir: other.dataDir, env });
  await takenUp;
}

test('a job that a stopped service had in hand is taken up by the next one at once, however often', async () => {
  const env = { ALLOW_PRIVATE_SOURCES: '1', EGRESS_PORTS: String(sitePort()) };
  other = await startServiceProcess({ env });
  const asked = once(site, 'request');
  const call = fetch(`${other.baseUrl}/v1/frames`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${sitePort()}/never.mp4` }),
  });
  await asked;
  expect(await other.stop()).toBe(0);
  expect((await call).status).toBe(202);
  // Once more than a message is delivered before its job is given up.
  for (let stops = 0; stops < 3; stops += 1) {
    await startOther();
    expect(await other.stop()).toBe(0);
  }
  await startOther();
});

test('so is one of a service that was killed', async () => {
  await other.kill();
  await startOther();
  expect(await other.stop()).toBe(0);
  await removeDataDir(other.dataDir);
});

test('a start that is broken off as its worker begins leaves nothing that runs', async () => {
  const { PATH, HOME } = process.env;
  const starting = spawn(process.execPath, ['bin/local.ts'], {
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid = 0 } = starting;
  while ((await workerUnder(pid)) === undefined) await wait(10);
  starting.kill('SIGTERM');
  // Its output ends only when all that it started has ended too.
  await once(starting.stdout.resume(), 'end', { signal: AbortSignal.timeout(20_000) });
  // The database writes nowhere, and takes a moment.
  while ((await leftOf(dataDir)).length > 0) await wait(POLL_MS);
});

/** How many sheets a job has drawn, once they are as many as that. */
async function sheetsOf(
  jobId: string,
  isIt: (sheets: number) => boolean,
  signal?: AbortSignal,
): Promise<number> {
  for (;;) {
    const { progress } = (await (await get(`/v1/jobs/${jobId}`)).json()) as {
      progress?: { done: number } | null;
    };
    if (progress && isIt(progress.done)) return progress.done;
    await wait(POLL_MS, undefined, { signal });
  }
}

/** Draws for half a minute. */
const inFull = isFullBreadth ? test : test.skip;

inFull('so is a job that was being drawn, with one charge', async () => {
  const env = { ALLOW_PRIVATE_SOURCES: '1', EGRESS_PORTS: String(sitePort()) };
  service = await startServiceProcess({ ownDatabase: true, dataDir, env });
  const file = join(dataDir, 'long.mp4');
  const pictures = ['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=180'];
  await quickFfmpeg(...pictures, '-preset', 'ultrafast', file);
  const before = await balance();
  const upload_id = await upload(file);
  const queued = await post('/v1/frames', { upload_id, detail: 'overview', sync: false });
  const { job_id } = (await queued.json()) as { job_id: string };
  const done = await sheetsOf(job_id, (sheets) => sheets > 0);
  expect(await service.stop()).toBe(0);
  service = await startServiceProcess({ ownDatabase: true, dataDir, env });
  // Sooner than the lease of a run that nobody ends.
  await sheetsOf(job_id, (sheets) => sheets < done, AbortSignal.timeout(20_000));
  expect(await endOf(job_id)).toBe('succeeded');
  const { credits_charged } = (await (await get(`/v1/jobs/${job_id}`)).json()) as Charged;
  expect((await balance()) + credits_charged).toBeCloseTo(before);
  expect(await service.stop()).toBe(0);
});

test('SIGINT that comes twice at once, as from a terminal and npm, ends it in order', async () => {
  const { PATH, HOME } = process.env;
  const running = spawn(process.execPath, ['bin/local.ts'], {
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(running, 'exit');
  for await (const chunk of running.stdout) {
    if (!String(chunk).includes('ready at')) continue;
    running.kill('SIGINT');
    running.kill('SIGINT');
  }
  expect(await ended).toEqual([0, null]);
});

test('npm start knows that job, and a signal to it reaches the service', async () => {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: '0',
    DATA_DIR: dataDir,
  };
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let job: unknown;
  for await (const chunk of npm.stdout) {
    const [, baseUrl] = /ready at (\S+)/.exec(String(chunk)) ?? [];
    if (baseUrl === undefined) continue;
    service = { ...service, baseUrl };
    job = await (await get(`/v1/jobs/${waiting}`)).json();
    npm.kill('SIGTERM');
  }
  expect(job).toMatchObject({ job_id: waiting, operation: 'frames' });
  // Its output ends only when the service that npm started has ended too.
  expect(await leftOf(dataDir)).toEqual([]);
});
