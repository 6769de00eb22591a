import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findYtDlp } from '../../../layers/adapters/links/yt-dlp/find-binary.ts';
import { runYtDlp } from '../../../layers/adapters/links/yt-dlp/process.ts';
import { ytDlp } from '../../../layers/adapters/links/yt-dlp/yt-dlp.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yt-dlp-process-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

async function script(text: string): Promise<string> {
  const path = join(folder, 'program');
  await writeFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

async function linesOf(binary: string, args: string[], proxy?: string): Promise<string[]> {
  const lines: string[] = [];
  const run = { binary, args, folder, ...(proxy !== undefined && { proxy }) };
  await runYtDlp(run, (line) => lines.push(line), never);
  return lines;
}

describe('the process of the downloader', () => {
  test('has nothing of our environment', async () => {
    process.env['AWS_SECRET_ACCESS_KEY'] = 'secret';
    try {
      const names = (await linesOf('/usr/bin/env', [])).map((line) => line.split('=')[0]);
      expect(names.toSorted((a = '', b = '') => a.localeCompare(b, 'en'))).toEqual([
        'HOME',
        'LANG',
        'PYTHONDONTWRITEBYTECODE',
        'PYTHONNOUSERSITE',
        'PYTHONUTF8',
        'TMPDIR',
        'XDG_CACHE_HOME',
        'XDG_CONFIG_HOME',
        'YTDLP_NO_PLUGINS',
      ]);
    } finally {
      delete process.env['AWS_SECRET_ACCESS_KEY'];
    }
  });

  test('is told its proxy where other people of the machine do not read it', async () => {
    const proxy = 'http://user:secret@127.0.0.1:9';
    expect(await linesOf('/usr/bin/env', [], proxy)).toEqual(
      expect.arrayContaining([`http_proxy=${proxy}`, `https_proxy=${proxy}`]),
    );
  });

  test('works in the folder of the job', async () => {
    expect(await linesOf('/bin/pwd', [])).toEqual([folder]);
  });

  test('finds neither configuration nor plugins where it looks for them', async () => {
    expect(await linesOf('/usr/bin/env', [])).toEqual(
      expect.arrayContaining(['HOME=/nonexistent', 'XDG_CONFIG_HOME=/nonexistent']),
    );
  });

  test('is killed with its children when nobody waits any more', async () => {
    const gone = new AbortController();
    const pidFile = join(folder, 'pid');
    const binary = await script(`sleep 600 & echo $! > ${pidFile}; echo started; wait`);
    const run = { binary, args: [], folder };
    const running = runYtDlp(run, () => gone.abort(new Error('gone')), gone.signal);
    await expect(running).rejects.toThrow('gone');
    const child = Number(await readFile(pidFile, 'utf8'));
    // The signal was sent by now; the system takes a moment to act on it.
    while (!/^(?:gone|Z)$/.test(await stateOf(child)));
  });

  test('is killed at a line that has no end', async () => {
    const binary = await script('exec tr "\\\\0" x < /dev/zero');
    const ended = await runYtDlp({ binary, args: [], folder }, () => {}, never);
    expect(ended.killed).toBe('output');
  });

  test('is killed when it takes all memory', async () => {
    const ended = await runYtDlp(
      { binary: '/usr/bin/python3', args: ['-c', HOG], folder },
      () => {},
      never,
    );
    expect(ended.killed).toBe('memory');
  });

  test('that cannot be started fails', async () => {
    const run = { binary: join(folder, 'nothing'), args: [], folder };
    await expect(runYtDlp(run, () => {}, never)).rejects.toThrow(/ENOENT/);
  });
});

describe('the program of the downloader', () => {
  test('is the one that is named, else the first on the PATH, by its whole path', async () => {
    const program = join(folder, 'yt-dlp');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
    expect(await findYtDlp('/opt/yt-dlp', folder)).toBe('/opt/yt-dlp');
    expect(await findYtDlp(undefined, `:/nonexistent:${folder}:/bin`)).toBe(program);
  });

  test('is asked for its version once, and again when there is another in its place', async () => {
    const starts = join(folder, 'starts');
    const telling = (version: string) => script(`echo x >> ${starts}; echo ${version}`);
    const notCalled = (): never => {
      throw new Error('nothing goes out');
    };
    const binary = await telling('2026.01.01');
    const out = { lane: notCalled };
    const program = ytDlp({ binary, ffmpeg: '/usr/bin/ffmpeg', out, newFolder: notCalled });
    const versions = [await program.version(), await program.version()];
    await telling('2026.11.20.1');
    versions.push(await program.version());
    expect(versions).toEqual(['2026.01.01', '2026.01.01', '2026.11.20.1']);
    expect(await readFile(starts, 'utf8')).toBe('x\nx\n');
  });

  test('is none where no folder of the PATH holds one that can be run', async () => {
    await writeFile(join(folder, 'yt-dlp'), 'text', { mode: 0o644 });
    expect(await findYtDlp(undefined, '/nonexistent')).toBeUndefined();
    expect(await findYtDlp(undefined, undefined)).toBeUndefined();
  });
});

/** Takes memory in steps, and waits for the end that has to come. */
const HOG = `
import time
held = []
while True:
    if len(held) < 24: held.append(bytearray(b'x') * (64 * 1024 ** 2))
    else: time.sleep(1)
`;

async function stateOf(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')[2] ?? '';
  } catch {
    return 'gone';
  }
}
