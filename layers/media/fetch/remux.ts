import { join } from 'node:path';
import { z } from 'zod';
import type { TakeBytes } from '../../app/ports/sources/served-bytes.ts';
import { DomainError } from '../../domain/errors.ts';
import { sourceUnavailable } from '../../domain/links/source-errors.ts';
import type { Binaries, ForeignProxy } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { lines } from '../ffmpeg/pipes.ts';
import { runTool, startTool, type Tool } from '../ffmpeg/process.ts';
import { Description, type Stream } from '../probe/describe-streams.ts';
import { Cues, MkvClusters } from './mkv-clusters.ts';
import { mkvHead } from './mkv-head.ts';
import { type Written, whileWritten } from './while-written.ts';

const MAX_HEIGHT = 1080;
const MAX_DESCRIPTION_BYTES = 8_000_000;

interface Options {
  readonly proxy: ForeignProxy;
  readonly maxBytes: number;
  /** For a file, with an ffmpeg whose mkv has to be whole before it can be taken apart. */
  readonly folder: string;
  readonly onCluster: (bytes: Uint8Array) => Promise<void>;
  /** Bytes written, seconds of the stream written, and its length in seconds where it is known. */
  readonly onProgress: (bytes: number, seconds: number, length: number | null) => void;
  readonly signal: AbortSignal;
}

const Programs = z.object({
  programs: z
    .array(z.object({ streams: z.array(z.object({ index: z.int() })).default([]) }))
    .default([]),
});

/**
 * Copies a stream into one mkv, packet by packet: the sharpest picture up to 1080 lines, and the
 * sound that goes with it. Everything that the playlist names is opened through the proxy. The mkv
 * lies nowhere whole: its clusters are handed on as they come.
 * @returns makes what goes before the clusters, of so many bytes where that is told
 * @throws DomainError no_video_stream when it cannot be read; source_unavailable when it is larger
 * than allowed
 */
export async function remux(
  binaries: Binaries,
  takeBytes: TakeBytes,
  address: string,
  { folder, onCluster, signal, ...options }: Options,
): Promise<(bytes?: number) => Uint8Array> {
  const cues = new Cues();
  const clusters = new MkvClusters(async (cluster) => {
    cues.add(cluster);
    await onCluster(cluster.bytes);
  });
  await whileWritten(binaries, {
    takeBytes,
    clusters,
    write: (to, either) => copyInto(binaries, address, to, { ...options, signal: either }),
    path: join(folder, 'source.mkv'),
    signal,
  });
  return (bytes) => mkvHead(clusters.first, cues, bytes);
}

async function copyInto(
  binaries: Binaries,
  address: string,
  to: Written,
  { proxy, maxBytes, onProgress, signal }: Omit<Options, 'folder' | 'onCluster'>,
): Promise<void> {
  const foreign = { ...binaries, proxy };
  const guarded = guards(address, foreign);
  const { opening, described } =
    (await describe(foreign, guarded, address, signal)) ??
    (await describe(
      foreign,
      [...guarded, ...(await notPicky(binaries, signal))],
      address,
      signal,
    )) ??
    unreadable();
  const { chosen, length, oneByOne } = choose(described);
  const input = [...opening, '-i', inputName(address, foreign)];
  const args = [
    '-hide_banner',
    '-nostats',
    '-nostdin',
    '-v',
    'warning',
    ...(oneByOne ? chosen.flatMap(() => input) : input),
    ...chosen.flatMap((index, at) => ['-map', `${oneByOne ? at : 0}:${index}`]),
    '-c',
    'copy',
    '-progress',
    'pipe:1',
    '-f',
    'matroska',
    ...to.args,
    '-y',
    to.address,
  ];
  const tool = startTool(binaries.ffmpeg, args, { pipes: 2, signal, proxy });
  const missing = lacksSegments(tool);
  let bytes = 0;
  for await (const line of lines(tool.pipe(1))) {
    const [name = '', value = ''] = line.split('=');
    if (name === 'total_size') bytes = Number(value) || bytes;
    if (bytes > maxBytes) tool.kill();
    // Despite its name it counts microseconds in every release; `out_time_us` is younger.
    if (name === 'out_time_ms') onProgress(bytes, Math.max(0, Number(value) / 1e6 || 0), length);
  }
  const [{ code }, incomplete] = await Promise.all([tool.ended, missing]);
  signal.throwIfAborted();
  if (bytes > maxBytes) {
    throw sourceUnavailable('unavailable', 'The stream is larger than may be fetched.');
  }
  if (code !== 0) unreadable();
  if (incomplete) {
    throw sourceUnavailable(
      'unavailable',
      'A part that the stream at the link names is not there.',
    );
  }
}

/**
 * ffmpeg goes on without a segment that it cannot have, which would leave a gap that nobody is told
 * of.
 */
async function lacksSegments(tool: Tool): Promise<boolean> {
  let lacks = false;
  for await (const line of tool.messages()) {
    lacks ||= /Failed to open (segment|fragment)/.test(line);
  }
  return lacks;
}

/** Undefined when it cannot be opened that way. */
async function describe(
  foreign: Binaries,
  opening: readonly string[],
  address: string,
  signal: AbortSignal,
): Promise<{ opening: readonly string[]; described: unknown } | undefined> {
  const args = [
    '-v',
    'error',
    ...opening,
    '-show_programs',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    inputName(address, foreign),
  ];
  const { proxy } = foreign;
  const { code, output } = await runTool(foreign.ffprobe, args, {
    signal,
    proxy,
    maxBytes: MAX_DESCRIPTION_BYTES,
  });
  return code === 0 ? { opening, described: JSON.parse(output.toString('utf8')) } : undefined;
}

interface Choice {
  readonly chosen: readonly number[];
  /** Seconds, where they are known. */
  readonly length: number | null;
  /**
   * True for DASH: ffmpeg ends all its streams where the first one ends, so each is an input of its
   * own.
   */
  readonly oneByOne: boolean;
}

function choose(described: unknown): Choice {
  const { format } = Description.parse(described);
  const { video, sound } = chooseStreams(described);
  const chosen = [video, sound].filter((index) => index !== undefined);
  if (chosen.length === 0) unreadable();
  const oneByOne = format.format_name.split(',').includes('dash');
  return { chosen, length: Number(format.duration) || null, oneByOne };
}

/** The sharpest picture up to 1080 lines, and the sound that goes with it: their indexes. */
export function chooseStreams(described: unknown): {
  readonly video: number | undefined;
  readonly sound: number | undefined;
} {
  const { streams } = Description.parse(described);
  const { programs } = Programs.parse(described);
  const kinds = (kind: string) => streams.filter((stream) => stream.codec_type === kind);
  const video = sharpest(kinds('video'));
  const siblings = programs
    .map((program) => program.streams.map(({ index }) => index))
    .find((indexes) => video && indexes.includes(video.index));
  const sounds = kinds('audio');
  const sound = sounds.find(({ index }) => siblings?.includes(index)) ?? sounds[0];
  return { video: video?.index, sound: sound?.index };
}

/** The sharpest up to 1080 lines; where all have more, the smallest. */
function sharpest(videos: readonly Stream[]): Stream | undefined {
  const height = (stream: Stream) => stream.height ?? 0;
  const fitting = videos.filter((stream) => height(stream) <= MAX_HEIGHT);
  return fitting.length > 0
    ? fitting.toSorted((a, b) => height(b) - height(a))[0]
    : videos.toSorted((a, b) => height(a) - height(b))[0];
}

/**
 * Newer releases take HLS segments by their file extension, which says nothing; formats are limited
 * anyway.
 */
async function notPicky({ ffmpeg }: Binaries, signal: AbortSignal): Promise<string[]> {
  const args = ['-hide_banner', '-h', 'demuxer=hls'];
  const { output } = await runTool(ffmpeg, args, { signal, maxBytes: 64_000 });
  return output.includes('extension_picky') ? ['-extension_picky', '0'] : [];
}

/** @throws DomainError no_video_stream */
export function unreadable(): never {
  throw new DomainError('no_video_stream', 'The stream at the link cannot be read as a video.');
}
