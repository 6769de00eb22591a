import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const SUMS = 'SHA2-256SUMS';
const MAX_SUMS_BYTES = 1024 ** 2;
const MAX_PROGRAM_BYTES = 256 * 1024 ** 2;
const MAX_FETCH_MS = 10 * 60_000;
/** It unpacks itself when it is started. */
const MAX_START_MS = 60_000;

/** The build that needs nothing of the machine; of other machines the one that needs a Python. */
const buildFor = (platform: NodeJS.Platform, processor: string): string => {
  if (platform === 'darwin') return 'yt-dlp_macos';
  if (platform !== 'linux') return 'yt-dlp';
  return processor === 'arm64' ? 'yt-dlp_linux_aarch64' : 'yt-dlp_linux';
};

interface Options {
  /** Address of a folder that holds a release and its sums. */
  readonly releases: string;
  /** The file that it becomes. */
  readonly to: string;
  readonly build?: string;
}

/**
 * Brings the downloader of a release, checks it against the release's own sum, starts it, and only
 * then puts it in the place of the one before.
 * @returns its version
 * @throws Error in words for a person; the one before is left as it was
 */
export async function bringDownloader({
  releases,
  to,
  build = buildFor(process.platform, process.arch),
}: Options): Promise<string> {
  const at = (name: string) => `${releases.replace(/\/+$/, '')}/${name}`;
  const sums = (await fetched(at(SUMS), MAX_SUMS_BYTES)).toString();
  const named = sums.split('\n').map((line) => /^([0-9a-f]{64}) [ *](\S+)$/.exec(line.trim()));
  const sum = named.find((line) => line?.[2] === build)?.[1];
  if (sum === undefined) throw new Error(`${at(SUMS)} has no sum of ${build}.`);
  const program = await fetched(at(build), MAX_PROGRAM_BYTES);
  const digest = createHash('sha256').update(program).digest('hex');
  if (digest !== sum) {
    throw new Error(
      `What came from ${at(build)} is not what its release holds: nothing is changed.`,
    );
  }
  const fresh = `${to}.new`;
  await mkdir(dirname(to), { recursive: true });
  try {
    await writeFile(fresh, program);
    await chmod(fresh, 0o755);
    const version = await versionOf(fresh);
    await rename(fresh, to);
    return version;
  } finally {
    await rm(fresh, { force: true });
  }
}

async function versionOf(program: string): Promise<string> {
  try {
    const args = ['--ignore-config', '--version'];
    return (await run(program, args, { timeout: MAX_START_MS })).stdout.trim();
  } catch (cause) {
    throw new Error('The release does not run on this machine: nothing is changed.', { cause });
  }
}

async function fetched(address: string, maxBytes: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(MAX_FETCH_MS);
  const answer = await fetch(address, { signal }).catch((cause: unknown) => {
    throw new Error(`${address} cannot be reached from here.`, { cause });
  });
  if (!answer.ok || !answer.body) throw new Error(`${address} answered with ${answer.status}.`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`${address} holds more than ${maxBytes / 1e6} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
