import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import packagedFfmpeg from '@ffmpeg-installer/ffmpeg';
import packagedFfprobe from '@ffprobe-installer/ffprobe';
import { LAST_DELAY_SECONDS } from './lost-input.ts';

const run = promisify(execFile);

/** A way out for what a foreign address makes a tool open. */
export interface ForeignProxy {
  /** `http://user:password@host:port`; handed over in the environment, which others cannot list. */
  readonly url: string;
  /** An https address as it is asked for in plain: the proxy does TLS. */
  readonly inPlain: (address: string) => string;
}

export interface Binaries {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /**
   * Output option that passes every frame on with its own time; its name changed with release 5.1.
   */
  readonly passthrough: readonly string[];
  /** Input options of both tools that have a lost connection made anew where it broke. */
  readonly reconnect: readonly string[];
  /**
   * Set to open foreign addresses: each opens through it, nothing else does, and playlists are
   * taken.
   */
  readonly proxy?: ForeignProxy;
  /** Why the choice is not the best one, for the log. */
  readonly warning?: string;
  /** Major release of both; 0 where one is unknown or they differ. */
  readonly release: number;
}

/** Releases before this one get no security fixes any more. */
export const OLDEST_MAINTAINED = 5;
/** Release 4.4 brought the option that also repairs a connection lost while it is made. */
const RECONNECTS_AT_ONCE = 5;

/** What binaries that were started said; Debian's take 60 ms of CPU to say it. */
const known = new Map<string, Promise<number>>();

/** Major version of an ffmpeg, or 0 for a snapshot, undefined for what is none or does not start. */
async function majorVersion(binary: string): Promise<number | undefined> {
  const asked = known.get(binary) ?? askVersion(binary);
  known.set(binary, asked);
  try {
    return await asked;
  } catch {
    known.delete(binary);
    return undefined;
  }
}

async function askVersion(binary: string): Promise<number> {
  const { stdout } = await run(binary, ['-version']);
  const version = /^\S+ version (?:n?(\d+))?/.exec(stdout);
  if (!version) throw new Error(`${binary} tells no version`);
  return Number(version[1] ?? 0);
}

/**
 * The ffmpeg to use: FFMPEG_PATH, then a maintained one on PATH, then the build inside the npm
 * package, which is from 2018 and gets no security fixes.
 * @param named `release` is the major release of both, from who has asked them: they are not
 * started here
 * @throws Error when one that was named cannot be started as what it is named for
 */
export async function findBinaries(named: {
  ffmpeg?: string | undefined;
  ffprobe?: string | undefined;
  release?: number | undefined;
}): Promise<Binaries> {
  if (named.ffmpeg !== undefined && named.ffprobe !== undefined && named.release) {
    const { ffmpeg, ffprobe, release } = named;
    return { ffmpeg, ffprobe, ...optionsOf(release, release) };
  }
  const ffprobe = named.ffprobe ?? (await maintained('ffprobe')) ?? packagedFfprobe.path;
  const probeVersion = await majorVersion(ffprobe);
  if (named.ffprobe !== undefined && probeVersion === undefined) {
    throw new Error(`FFPROBE_PATH names ${ffprobe}, which cannot be started as ffprobe`);
  }
  const probeMajor = probeVersion ?? 0;
  if (named.ffmpeg !== undefined) {
    const major = await majorVersion(named.ffmpeg);
    if (major === undefined) {
      throw new Error(`FFMPEG_PATH names ${named.ffmpeg}, which cannot be started as ffmpeg`);
    }
    return { ffmpeg: named.ffmpeg, ffprobe, ...optionsOf(major, probeMajor) };
  }
  const installed = await maintained('ffmpeg');
  if (installed !== undefined) {
    const major = (await majorVersion(installed)) ?? 0;
    return { ffmpeg: installed, ffprobe, ...optionsOf(major, probeMajor) };
  }
  return {
    ffmpeg: packagedFfmpeg.path,
    ffprobe,
    ...optionsOf(0, probeMajor),
    warning:
      'no ffmpeg 5 or newer on PATH: using the packaged build of 2018, without security fixes',
  };
}

const optionsOf = (major: number, probeMajor: number) => ({
  passthrough: major > OLDEST_MAINTAINED ? ['-fps_mode', 'passthrough'] : ['-vsync', '0'],
  reconnect: reconnecting(Math.min(major, probeMajor) >= RECONNECTS_AT_ONCE),
  release: major === probeMajor ? major : 0,
});

/**
 * @param atOnce also while a connection is made; older releases try again only on one that was made
 */
const reconnecting = (atOnce: boolean) => [
  '-reconnect',
  '1',
  '-reconnect_delay_max',
  String(LAST_DELAY_SECONDS),
  ...(atOnce ? ['-reconnect_on_network_error', '1'] : []),
];

/** The absolute path of a tool on PATH, if its release still gets security fixes. */
async function maintained(tool: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('sh', ['-c', `command -v ${tool}`]);
    const path = stdout.trim();
    return ((await majorVersion(path)) ?? 0) >= OLDEST_MAINTAINED ? path : undefined;
  } catch {
    return undefined;
  }
}
