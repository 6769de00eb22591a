import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { dynamoAccountDirectory } from '../../layers/adapters/dynamo/accounts/account-directory.ts';
import about from '../../sdk/package.json' with { type: 'json' };
import { quickFfmpeg } from '../support/clips/quick-ffmpeg.ts';
import { decide } from '../support/oauth-browser.ts';
import { oauthService } from '../support/oauth-service.ts';
import { site } from '../support/sites/sites.ts';

const MAIN = join(import.meta.dirname, '../../sdk/src/cli/main.ts');
const startedIn = process.cwd();

let service: Awaited<ReturnType<typeof oauthService>>;
let dir: string;
let key: string;
let clip: string;
let runLine: typeof import('../../sdk/src/cli/run.ts').runLine;

beforeAll(async () => {
  Object.assign(process.env, { ANSWERER: 'evidence', TRANSCRIBER: 'none' });
  service = await oauthService();
  key = service.org.api_key;
  dir = await mkdtemp(join(tmpdir(), 'command-'));
  // The folders of a person are found out when the command is imported.
  Object.assign(process.env, folders());
  ({ runLine } = await import('../../sdk/src/cli/run.ts'));
  process.chdir(dir);
  clip = join(dir, 'two shots.mp4');
  const [first, second] = ['color=red:s=160x90:d=5', 'testsrc=s=160x90:d=9'];
  const joined = ['-filter_complex', '[0][1]concat', '-pix_fmt', 'yuv420p'];
  await quickFfmpeg('-f', 'lavfi', '-i', first, '-f', 'lavfi', '-i', second, ...joined, clip);
});
afterAll(async () => {
  await service.service.stop();
  process.chdir(startedIn);
  await rm(dir, { recursive: true, force: true });
});

const folders = () => ({
  XDG_CONFIG_HOME: join(dir, 'config'),
  XDG_CACHE_HOME: join(dir, 'cache'),
});
/**
 * What the command finds of a person: their folders, and no more than that of the environment;
 * and the compiled form of its code, for the next of these processes.
 */
const environment = (more: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  ...folders(),
  ...more,
});
const withKey = () => ({ VIDEO_READER_URL: service.baseUrl, VIDEO_READER_API_KEY: key });

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
/** Runs the command as a person does, in a process of its own. */
const start = (args: readonly string[], env: Record<string, string> = withKey()): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd: dir, env: environment(env) };
    execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
/** Runs what such a process does, in this one: to start one takes longer than most of them do. */
async function run(
  args: readonly string[],
  env: Record<string, string> = withKey(),
): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  const into = (name: keyof typeof said) =>
    new Writable({
      write(chunk, _, done) {
        said[name] += chunk;
        done();
      },
    });
  const { signal } = new AbortController();
  const streams = { stdout: into('stdout'), stderr: into('stderr') };
  const code = await runLine(args, { ...streams, environment: env, signal });
  return { code, ...said };
}
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await run([...args, '--json']);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

test('a file is uploaded, its id goes to stdout alone, and progress to stderr', async () => {
  const { code, stdout, stderr } = await start(['upload', clip]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^upl_\w+\n$/);
  expect(stderr).toContain('Uploading two shots.mp4\nReading the file\ntwo shots: 14 s, 160x90');
});

test('where nothing can be remembered a file is uploaded all the same', async () => {
  const env = { ...withKey(), XDG_CACHE_HOME: join(clip, 'no folder') };
  const { code, stdout } = await start(['upload', clip], env);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^upl_\w+\n$/)]);
});

test('look writes the sheets, says what they cover, and how to go on', async () => {
  const looked = await run(['look', clip, '--detail', 'detail', '--out', 'sheets']);
  expect(looked.code).toBe(0);
  expect(looked.stdout).toMatch(/^coverage {3}12\.00 s of 14\.00 s, without 12\.00-14\.00$/m);
  expect(looked.stdout).toMatch(/^cuts {7}5\.00$/m);
  expect(looked.stderr).toContain('--detail detail --start 12\n');
  const names = await readdir(join(dir, 'sheets'));
  expect(names).toHaveLength(10);
  expect(names.sort()[0]).toBe('detail-00000.00-00001.00.jpg');
  const [jpeg] = await Promise.all(names.map((name) => readFile(join(dir, 'sheets', name))));
  expect(jpeg?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
});

test('with --all it goes on to the end, a line of JSON for each answer', async () => {
  const { stdout } = await run(['look', clip, '-d', 'detail', '--all', '--json']);
  const parts = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(parts.map((part) => part.coverage.covered_seconds)).toEqual([12, 2]);
  for (const file of parts.flatMap((part) => part.files))
    expect((await stat(join(dir, file))).size).toBeGreaterThan(1000);
});

test('an estimate says the price and starts nothing', async () => {
  const { stdout } = await run([
    'look',
    clip,
    '-d',
    'single',
    '-s',
    '0:03',
    '-e',
    '3.1',
    '--estimate',
  ]);
  expect(stdout).toMatch(/^1 credits for 1 sheets at single; [\d.]+ left\n$/);
});

test('an estimate is of one call: with --all none is made, and that is said', async () => {
  const { code, stdout, stderr } = await run(['look', clip, '-d', 'fine', '--all', '--estimate']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('--estimate tells the price of one call');
});

test('it tells its version, without a service', async () => {
  expect(await run(['--version'], {})).toEqual({
    code: 0,
    stdout: `${about.version}\n`,
    stderr: '',
  });
});

test('say prints words alone: of a video in which nobody speaks, none', async () => {
  const { code, stdout, stderr } = await run(['say', clip]);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toMatch(/^Nobody speaks: /m);
});

test('ask answers, asks on in a session, and of itself where the video was read before', async () => {
  const first = await run(['ask', 'How many cuts are there?', clip]);
  expect(first.stdout).toBe('There is 1 cut. [5s]\n');
  const session = /--session (ses_\w+)/.exec(first.stderr)?.[1] ?? '';
  const asked = await json('ask', 'Is there a freeze?', '--session', session);
  expect(asked).toMatchObject({ session_id: session, credits_charged: 0.1 });
  const again = await run(['ask', 'Is there a black picture?', clip]);
  expect(again.code).toBe(0);
  expect(again.stderr).toContain('Read before: asked out of what was found then, for 0.1 credits.');
});

test('jobs are listed and shown, credits are told', async () => {
  const [newest] = await json('jobs', '--limit', '1');
  expect(await json('jobs', newest.job_id)).toMatchObject({
    status: 'succeeded',
    operation: 'watch_video',
  });
  expect((await run(['jobs', newest.job_id, '--cancel'])).stdout).toContain('succeeded');
  const { stdout } = await run(['credits', '--limit', '1']);
  expect(stdout).toMatch(/^plan {6}pro\ngrant .*\nbought .*spent here.*\ntools .*\n.* watch_video/);
});

test('a link that is none is refused in the words of the service', async () => {
  const { code, stderr } = await run(['look', 'https://']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Send an http or https link')]);
});

test('a video that is not there ends with 5', async () => {
  const { code, stdout, stderr } = await start(['look', 'upl_1']);
  expect([code, stdout, stderr.split(':')[0]]).toEqual([5, '', 'video_not_found']);
});

test.each([
  [['look', '--detail', 'finest'], '--detail takes auto, overview, standard'],
  [['look', '--start', 'noon'], '--start takes seconds (12.5) or a clock (1:23.4), not "noon"'],
  [['ask', 'What?', '--depth', 'deep'], '--depth takes glance, read, full, not "deep"'],
  [['look', '--out', ''], '--out takes the name of a folder.'],
  [['look', '--out', 'taken/sheets'], '/taken is no folder: name another for the sheets by --out.'],
  [['ask', 'What?', '--schema', 'none.json'], 'There is no file none.json.'],
  [['ask', 'What?', '--schema', '.'], '. is a folder: name the file of a schema.'],
])('%j ends with 2 before a file is sent', async ([name = '', ...rest], why) => {
  await writeFile('taken', '');
  const { code, stdout, stderr } = await run([name, ...rest, clip]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(why);
  expect(stderr).not.toContain('Uploading');
});

test('a refusal carries what would work', async () => {
  const { upload_id } = await json('upload', clip);
  const { code, stderr } = await run(['look', upload_id, '-d', 'fine', '-e', '12']);
  expect(code).toBe(2);
  expect(stderr).toContain('This would work: {"detail":"fine","start":0,"end":10}');
  const told = await run(['look', upload_id, '-d', 'fine', '-e', '12', '--json']);
  expect(JSON.parse(told.stdout)).toMatchObject({
    error: { type: 'window_too_long_for_detail', suggestion: { end: 10 } },
  });
});

test('without a credential, with a wrong one, and without a service it says what to do', async () => {
  const url = { VIDEO_READER_URL: service.baseUrl };
  const stranger = await run(['credits'], url);
  expect([stranger.code, stranger.stderr]).toEqual([
    3,
    expect.stringContaining('video-reader login'),
  ]);
  const wrong = await run(['credits'], { ...url, VIDEO_READER_API_KEY: 'sk_live_wrong' });
  expect(wrong.code).toBe(3);
  const nowhere = await run(['credits'], {});
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('VIDEO_READER_URL')]);
  const nobody = { VIDEO_READER_URL: 'http://127.0.0.1:9' };
  expect((await run(['login'], nobody)).stderr).toBe(
    'connection_failed: http://127.0.0.1:9 cannot be reached.\n',
  );
});

test('while a service cannot be reached it says so, and tries again', async () => {
  const nobody = { VIDEO_READER_URL: 'http://127.0.0.1:9', VIDEO_READER_API_KEY: key };
  const child = spawn(process.execPath, [MAIN, 'credits'], { env: environment(nobody) });
  const [line] = await once(createInterface(child.stderr), 'line');
  child.kill();
  expect(line).toMatch(/^The service cannot be reached: .*\. Trying again$/);
});

test('whoever reads no further ends a command, which says nothing of it', async () => {
  const child = spawn(process.execPath, [MAIN, '--help'], { env: environment() });
  child.stdout.destroy();
  const said = text(child.stderr);
  const [code] = await once(child, 'close');
  expect([code, await said]).toEqual([141, '']);
});

test('what cannot be written is told in a sentence', async () => {
  const full = await open('/dev/full', 'w');
  const stdio = ['ignore', full.fd, 'pipe'] as const;
  const child = spawn(process.execPath, [MAIN, '--help'], {
    env: environment(),
    stdio: [...stdio],
  });
  await full.close();
  const said = child.stderr ? text(child.stderr) : '';
  const [code] = await once(child, 'close');
  expect([code, await said]).toEqual([1, expect.stringMatching(/^The answer .* ENOSPC.*\n$/)]);
});

test('whoever interrupts is told how to come back to the job, which goes on', async () => {
  const { upload_id } = await json('upload', clip);
  const child = spawn(process.execPath, [MAIN, 'look', upload_id, '-d', 'motion', '-e', '1'], {
    cwd: dir,
    env: environment(withKey()),
  });
  let said = '';
  for await (const line of createInterface(child.stderr)) {
    said += `${line}\n`;
    if (/^(queued|running)$/.test(line)) child.kill('SIGINT');
  }
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(130);
  const id = /video-reader jobs (job_\w+) --wait/.exec(said)?.[1] ?? '';
  const { stdout } = await run(['jobs', id, '--wait', '--out', 'later']);
  expect(stdout).toMatch(/^job_\w+ {2}succeeded/);
  expect(stdout).toMatch(/^ +later\/motion-00000\.00-00000\.04\.jpg$/m);
});

describe('signing in', () => {
  const path = () => join(dir, 'config/video-reader/sign-in.json');
  const kept = async () => JSON.parse(await readFile(path(), 'utf8'));

  /** Runs `login`, with a person at the browser. */
  async function login(decision: 'allow' | 'deny') {
    const { browser } = await service.person();
    const args = [MAIN, 'login', service.baseUrl, '--no-browser'];
    const child = spawn(process.execPath, args, { env: environment() });
    const ended = once(child, 'exit');
    let said = '';
    for await (const line of createInterface(child.stderr)) {
      said += `${line}\n`;
      const address = /^ {2}(http\S+)$/.exec(line)?.[1];
      if (address !== undefined) await fetch(await decide(browser, address, decision));
    }
    const [code] = await ended;
    return { code, said };
  }

  test('whoever does not allow it is not signed in', async () => {
    const { code, said } = await login('deny');
    expect(code).toBe(3);
    expect(said).toContain('It was not allowed');
    expect((await run(['credits'], {})).code).toBe(2);
  });

  test('a file of sign-ins that broke off says nothing, and is written anew by the next', async () => {
    await mkdir(dirname(path()), { recursive: true });
    await writeFile(path(), '');
    const { code, stderr } = await run(['credits'], {});
    expect([code, stderr]).toEqual([2, expect.stringContaining('video-reader login https://…')]);
  });

  test('what was given is kept for its owner alone, and calls from then on', async () => {
    expect(await login('allow')).toMatchObject({ code: 0 });
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    const { code, stdout } = await start(['credits', '--json'], {});
    expect([code, JSON.parse(stdout).wallet]).toEqual([0, 'plan']);
  });

  /** Lets the token that is kept come to its end. */
  async function age() {
    const before = await kept();
    const aged = { ...before.services[service.baseUrl], expires_at: 0 };
    await writeFile(path(), JSON.stringify({ ...before, services: { [service.baseUrl]: aged } }));
    return aged;
  }

  test('while the organization is suspended that is said, and the sign-in is kept', async () => {
    const { db, ledger } = service.tables;
    const directory = dynamoAccountDirectory(db, ledger);
    await age();
    await directory.change(service.org.org_id, { suspended_at: new Date().toISOString() });
    const { code, stderr } = await run(['credits'], {});
    expect([code, stderr]).toEqual([3, expect.stringContaining('is suspended')]);
    await directory.change(service.org.org_id, { suspended_at: null });
    expect((await kept()).services[service.baseUrl]).toBeDefined();
  });

  test('a sign-in is kept while its service fails, and goes once it has ended', async () => {
    const answers: [number, string][] = [
      [429, '{"error":"temporarily_unavailable"}'],
      [400, '{"error":"invalid_grant"}'],
    ];
    const isKept: boolean[] = [];
    const failing = await site(async (request, response) => {
      const issuer = failing.origin;
      const about = JSON.stringify({ issuer, token_endpoint: `${issuer}/token` });
      const isAsked = request.url === '/token';
      if (isAsked) isKept.push(issuer in (await kept()).services);
      const [status, body] = (isAsked ? answers.shift() : undefined) ?? [200, about];
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    const before = await kept();
    const old = { ...before.services[service.baseUrl], expires_at: 0 };
    const both = { ...before.services, [failing.origin]: old };
    await writeFile(path(), JSON.stringify({ ...before, services: both }));
    const { code, stderr } = await run(['credits'], { VIDEO_READER_URL: failing.origin });
    await failing.close();
    expect([code, isKept]).toEqual([3, [true, true]]);
    expect(stderr).toMatch(/It is kept: try again later[\s\S]*Not signed in to/);
    expect((await kept()).services).toEqual(before.services);
  });

  test('a token that has ended is made anew once, however many commands need it', async () => {
    const aged = await age();
    const codes = await Promise.all(
      Array.from({ length: 4 }, async () => (await start(['credits'], {})).code),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    const after = (await kept()).services[service.baseUrl];
    expect(after.refresh_token).not.toBe(aged.refresh_token);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
  });

  test('where nothing can be kept that is said, and the token is not made anew and lost', async () => {
    // Who runs tests may be allowed to write anywhere: here the name of whatever is beside the file
    // is longer than the system takes.
    const name = '/video-reader/sign-in.json';
    let home = join(dir, 'far');
    const most = 4094 - name.length;
    while (home.length + 1 < most)
      home = join(home, 'a'.repeat(Math.min(200, most - home.length - 1)));
    await mkdir(dirname(`${home}${name}`), { recursive: true });
    await age();
    await copyFile(path(), `${home}${name}`);
    const { code, stderr } = await start(['credits'], { XDG_CONFIG_HOME: home });
    expect([code, stderr]).toEqual([3, expect.stringContaining('takes no files (ENAMETOOLONG)')]);
    expect((await run(['credits'], {})).code).toBe(0);
  });

  test('signing out ends it here and on the service', async () => {
    const { access_token } = (await kept()).services[service.baseUrl];
    expect((await run(['logout'], {})).stdout).toBe(`Signed out of ${service.baseUrl}.\n`);
    expect(await kept()).toEqual({ services: {} });
    expect((await service.call(access_token)).status).toBe(401);
    expect((await run(['logout'], {})).stderr).toContain('Nobody is signed in.');
  });
});
