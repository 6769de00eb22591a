/** Which options the installed release has; Debian's is years older than the image's. */
export interface Abilities {
  readonly noPluginDirs: boolean;
  readonly jsRuntimes: boolean;
}

/** @param help what `yt-dlp --help` prints */
export const abilitiesOf = (help: string): Abilities => ({
  noPluginDirs: help.includes('--no-plugin-dirs'),
  jsRuntimes: help.includes('--no-js-runtimes'),
});

interface Tools {
  /** An absolute path. */
  readonly ffmpeg: string;
  /** Runs the scripts by which YouTube hides its addresses. */
  readonly node: string;
}

const SOCKET_TIMEOUT_SECONDS = 15;
/** Most slides that a carousel holds. */
const MAX_SLIDES = 20;

/** Fetched over HTTP by yt-dlp itself: the others go past the proxy, or have no end. */
const FETCHABLE = "[protocol~='^(https?|m3u8|m3u8_native|http_dash_segments)([+]|$)']";
/** Beyond 1080 lines nothing is gained: tiles are smaller. H.264 in MP4 seeks best. */
const FORMAT = `bv*${FETCHABLE}+ba${FETCHABLE}/b${FETCHABLE}/bv*${FETCHABLE}/ba${FETCHABLE}`;
const ORDER = 'res:1080,vcodec:h264,acodec:aac,ext:mp4:m4a,proto:https';

/** Real containers alone: a playlist under another name would make ffmpeg open other files. */
const LOCAL_INPUT =
  '-protocol_whitelist file -format_whitelist mov,mp4,m4a,matroska,webm,mpegts,mpeg,flv,avi,asf,ogg,mp3,aac,flac,wav,ac3,eac3';
const REMOTE_INPUT = '-protocol_whitelist http,https,httpproxy,tls,tcp,crypto';
const POST_PROCESSORS = [
  'Merger',
  'FixupM3u8',
  'FixupM4a',
  'FixupStretched',
  'FixupTimestamp',
  'FixupDuration',
  'FixupDuplicateMoov',
];

const common = ({ noPluginDirs, jsRuntimes }: Abilities, { ffmpeg, node }: Tools): string[] => [
  '--ignore-config',
  ...(noPluginDirs ? ['--no-plugin-dirs'] : []),
  ...(jsRuntimes ? ['--no-js-runtimes', '--js-runtimes', `node:${node}`] : []),
  '--no-cache-dir',
  '--no-playlist',
  '--socket-timeout',
  String(SOCKET_TIMEOUT_SECONDS),
  '--retries',
  '3',
  '--fragment-retries',
  '3',
  '--extractor-retries',
  '1',
  '--format',
  FORMAT,
  '--format-sort',
  ORDER,
  '--ffmpeg-location',
  ffmpeg,
];

/** A carousel is one video to us, and a list to yt-dlp. Of any other list the first is taken. */
const items = (carousel: boolean): string[] => [
  '--playlist-items',
  carousel ? `1:${MAX_SLIDES}` : '1',
];

/** Describes what is at an address, as one JSON document. */
export const findArgs = (
  abilities: Abilities,
  tools: Tools,
  { address, carousel }: { address: string; carousel: boolean },
): string[] => [
  ...common(abilities, tools),
  ...items(carousel),
  // A picture has no formats, and still has an address.
  ...(carousel ? ['--ignore-no-formats-error'] : []),
  '--dump-single-json',
  '--',
  address,
];

/** What a line of output is about. */
export const SIZE_LINE = 'vr-size';
export const PROGRESS_LINE = 'vr-progress';
export const FILE_LINE = 'vr-file';

interface Fetching {
  readonly address: string;
  readonly carousel: boolean;
  /** Whose captions to bring along, as patterns of yt-dlp's; none for no captions. */
  readonly captions: readonly string[];
}

/** Fetches one video as `media.…` into the working folder, with its captions beside it. */
export const fetchArgs = (
  abilities: Abilities,
  tools: Tools,
  { address, carousel, captions }: Fetching,
): string[] => [
  ...common(abilities, tools),
  ...items(carousel),
  // Captions that fail are no reason to fail; a video that fails leaves no file.
  '--ignore-errors',
  '--max-downloads',
  '1',
  '--match-filters',
  '!is_live',
  '--no-skip-unavailable-fragments',
  '--downloader',
  'native',
  '--concurrent-fragments',
  '4',
  '--downloader-args',
  `ffmpeg_i:${REMOTE_INPUT}`,
  ...POST_PROCESSORS.flatMap((name) => ['--postprocessor-args', `${name}+ffmpeg_i:${LOCAL_INPUT}`]),
  '--merge-output-format',
  'mp4/mkv',
  ...(captions.length > 0
    ? ['--write-subs', '--sub-langs', captions.join(','), '--sub-format', 'vtt/srt']
    : []),
  '--no-mtime',
  '--no-simulate',
  '--quiet',
  '--progress',
  '--newline',
  '--progress-template',
  `download:${PROGRESS_LINE} %(progress.status)s %(progress.downloaded_bytes)s %(progress.total_bytes)s %(progress.total_bytes_estimate)s %(progress.eta)s`,
  '--print',
  `before_dl:${SIZE_LINE} %(filesize,filesize_approx)s`,
  '--print',
  `after_move:${FILE_LINE} %(filepath)s`,
  '--output',
  'media.%(ext)s',
  '--',
  address,
];
