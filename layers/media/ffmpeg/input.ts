import { resolve } from 'node:path';
import type { Binaries } from './binaries.ts';

/**
 * Real containers only: a playlist in disguise would make ffmpeg open other files and addresses.
 */
const CONTAINERS = [
  'mov',
  'mp4',
  'matroska',
  'webm',
  'avi',
  'mxf',
  'gxf',
  'lxf',
  'mpegts',
  'mpeg',
  'dv',
  'flv',
  'asf',
  'ogg',
  'wav',
  'mp3',
  'aac',
  'flac',
];

/** 8K UHD is 33.2 million pixels. */
export const MAX_PIXELS = 36_000_000;
export const MAX_STREAMS = 100;

/** True for an input that is fetched over HTTP instead of read from a file. */
const isAddress = (input: string) => /^https?:\/\//i.test(input);

/**
 * Playlists, which make ffmpeg open what they name: only where everything goes through the proxy.
 */
const PLAYLISTS = ['hls', 'applehttp', 'dash'];

/**
 * Foreign addresses are opened in plain HTTP alone, by way of the proxy. With `tls` and `httpproxy`
 * beside it, a playlist that names `httpproxy://host/a.ts` would be dialled past the proxy.
 */
const FOREIGN = { protocols: 'http,tcp,crypto', formats: [...CONTAINERS, ...PLAYLISTS] };
/** Sources of ours are served on loopback. */
const OWN = { protocols: 'http,tcp', formats: CONTAINERS };
const FILE = { protocols: 'file', formats: CONTAINERS };

/**
 * What every opening of foreign bytes is limited to, and how a source of ours is read on when its
 * connection is lost; goes before `-i`.
 */
export function guards(
  input: string,
  { proxy, reconnect }: Pick<Binaries, 'proxy' | 'reconnect'>,
): string[] {
  const limits = limitsOf(!isAddress(input) ? FILE : proxy ? FOREIGN : OWN);
  return [...limits, ...(isAddress(input) && !proxy ? reconnect : [])];
}

/**
 * Has an AVI read packet by packet as its index lists them, where others are lost; goes before `-i`.
 * FFmpeg reads so where packets are to come sorted by time.
 */
export const packetsByIndex = ({
  byIndex,
}: {
  readonly byIndex?: boolean | undefined;
}): string[] => (byIndex ? ['-fflags', '+sortdts'] : []);

const limitsOf = ({ protocols, formats }: typeof FILE): string[] => [
  '-protocol_whitelist',
  protocols,
  '-format_whitelist',
  formats.join(','),
  '-max_streams',
  String(MAX_STREAMS),
];

/** What an opening of a pipe that foreign bytes come through is limited to. */
export const pipeGuards = limitsOf({ protocols: 'pipe', formats: CONTAINERS });

/** A limit of the video decoder; ffprobe takes it too. */
export const PIXEL_GUARD = ['-max_pixels', String(MAX_PIXELS)];

/**
 * An input as ffmpeg takes it; `file:` keeps a name with a colon or a dash from meaning anything
 * else.
 */
export function inputName(input: string, { proxy }: Pick<Binaries, 'proxy'>): string {
  if (!isAddress(input)) return `file:${resolve(input)}`;
  return proxy ? proxy.inPlain(input) : input;
}
