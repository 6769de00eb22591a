import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** Resident memory of the downloader and all that it starts, in bytes, at which they are killed. */
const MAX_RESIDENT_BYTES = 1024 ** 3;
const WATCH_INTERVAL_MS = 250;
const PAGE_BYTES = 4096;
/** Enough for every error of one call; its progress goes the other way. */
const TAIL_CHARACTERS = 16_000;
/** The description of a video, which is one line, is a megabyte or two. */
const MAX_LINE_BYTES = 32 * 1024 ** 2;
const NEWLINE = 10;
const NOWHERE = '/nonexistent';

export interface Ended {
  readonly code: number | null;
  /** The end of what it wrote to standard error. */
  readonly said: string;
  /** Why it was killed, when we did. */
  readonly killed?: 'memory' | 'output';
}

interface Run {
  readonly binary: string;
  readonly args: readonly string[];
  /** Its working folder. */
  readonly folder: string;
  /**
   * Address of the proxy, in the environment since everybody on the machine can read arguments;
   * none for no network.
   */
  readonly proxy?: string;
}

/**
 * Runs yt-dlp with nothing of our environment, in a process group of its own: an abort kills it
 * with all that it started.
 * @throws Error when it cannot be started; the signal's reason when aborted
 */
export async function runYtDlp(
  { binary, args, folder, proxy }: Run,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<Ended> {
  signal.throwIfAborted();
  const child = spawn(binary, args, {
    cwd: folder,
    env: environment(folder, proxy),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const kill = () => killGroup(child.pid);
  signal.addEventListener('abort', kill, { once: true });
  let killed: Ended['killed'];
  const stop = (why: NonNullable<Ended['killed']>) => {
    killed ??= why;
    kill();
  };
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > MAX_RESIDENT_BYTES) stop('memory');
  }, WATCH_INTERVAL_MS);

  createInterface({ input: child.stdout }).on('line', onLine);
  // A line may have no end: what has arrived of it is counted before it is one.
  let unended = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(NEWLINE);
    unended = end === -1 ? unended + chunk.length : chunk.length - end - 1;
    if (unended > MAX_LINE_BYTES) stop('output');
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-TAIL_CHARACTERS);
  });

  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    return { code, said, ...(killed !== undefined && { killed }) };
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', kill);
    // A child of its own that outlives it would go on fetching.
    kill();
  }
}

const environment = (folder: string, proxy: string | undefined) => ({
  // Nothing is configured or plugged in there, and nothing that was fetched can come to lie there.
  HOME: NOWHERE,
  XDG_CONFIG_HOME: NOWHERE,
  XDG_CACHE_HOME: NOWHERE,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
  PYTHONUTF8: '1',
  PYTHONNOUSERSITE: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  // For plugins that are installed in the system; older releases know neither this nor the option.
  YTDLP_NO_PLUGINS: '1',
  // ffmpeg, which it starts for some streams, knows the first name only.
  ...(proxy !== undefined && { http_proxy: proxy, https_proxy: proxy, all_proxy: proxy }),
});

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Linux tells it in /proc; elsewhere memory is not watched. */
async function residentBytes(pid: number | string | undefined): Promise<number> {
  try {
    const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]);
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ');
    const below = await Promise.all(children.filter((child) => child !== '').map(residentBytes));
    return below.reduce((sum, bytes) => sum + bytes, pages * PAGE_BYTES);
  } catch {
    return 0;
  }
}
