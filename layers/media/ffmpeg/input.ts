import { resolve } from 'node:path';

/** Real containers only: a playlist in disguise would make ffmpeg open other files and addresses. */
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
const MAX_PIXELS = 36_000_000;
const MAX_STREAMS = 100;

/** True for an input that is fetched over HTTP instead of read from a file. */
const isAddress = (input: string) => /^https?:\/\//.test(input);

/** What every opening of foreign bytes is limited to; goes before `-i`. */
export const guards = (input: string): string[] => [
  '-protocol_whitelist',
  isAddress(input) ? 'http,https,tcp,tls' : 'file',
  '-format_whitelist',
  CONTAINERS.join(','),
  '-max_streams',
  String(MAX_STREAMS),
];

/** A limit of the video decoder; ffprobe takes it too. */
export const PIXEL_GUARD = ['-max_pixels', String(MAX_PIXELS)];

/** An input as ffmpeg takes it; `file:` keeps a name with a colon or a dash from meaning anything else. */
export const inputName = (input: string): string =>
  isAddress(input) ? input : `file:${resolve(input)}`;
