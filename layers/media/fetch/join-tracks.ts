import type { Writable } from 'node:stream';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, pipeGuards } from '../ffmpeg/input.ts';
import { runTool, startTool, type Tool, tailOf } from '../ffmpeg/process.ts';
import { Description, type Stream } from '../probe/describe-streams.ts';
import { chooseStreams, unreadable } from './remux.ts';
import type { Written } from './while-written.ts';

const MAX_DESCRIPTION_BYTES = 8_000_000;
/** Longer than any video: what lies apart stays apart. */
const WITHOUT_END_SECONDS = '1000000';

export interface TrackFile {
  readonly path: string;
  /** Seconds by which its times are ahead of those of the other tracks. */
  readonly ahead: number;
  /** All bytes of the track, in order; without them the file holds it whole. */
  readonly bytes?: AsyncIterable<Uint8Array>;
}

/** The first of a tool's descriptors that is none of the usual three. */
const FIRST_PIPE = 3;

/**
 * Copies files that hold the tracks of one stream into one mkv, packet by packet: the sharpest
 * picture up to 1080 lines of the first, and the sound of the last. What the bytes of a track throw
 * is thrown.
 * @param sparse says that stretches are left out of them: the times after stay as they are
 * @throws DomainError no_video_stream when one of them cannot be read
 */
export async function joinTracks(
  binaries: Binaries,
  tracks: readonly TrackFile[],
  to: string | Written,
  { sparse, signal }: { readonly sparse: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const joining = await chooseTracks(binaries, tracks, signal);
  const isFile = typeof to === 'string';
  const output = [
    '-f',
    'matroska',
    ...(isFile ? [] : to.args),
    '-y',
    isFile ? `file:${to}` : to.address,
  ];
  const times = sparse ? 'sparse' : 'repaired';
  const copying = startCopy(binaries, joining, { times, output, signal });
  await Promise.all([copying.done, tailOf(copying.tool)]);
}

/**
 * What becomes of the times of packets: what jumps is put behind what came before, or stays as far
 * apart as it is, or none is changed but by where the first track begins, which is 0.
 */
type Times = 'repaired' | 'sparse' | 'kept';

const TIMES: Readonly<Record<Times, readonly string[]>> = {
  repaired: [],
  sparse: ['-dts_delta_threshold', WITHOUT_END_SECONDS],
  kept: ['-copyts'],
};

/** Tracks that are joined: where each begins, and which streams of them are taken. */
export interface Joining {
  readonly tracks: readonly TrackFile[];
  /** Second at which each begins, on the clock that they share. */
  readonly begins: readonly number[];
  readonly chosen: readonly {
    readonly kind: 'picture' | 'sound';
    readonly input: number;
    readonly stream: Stream;
  }[];
  /** Seconds from the beginning of the first to the first picture, or the first sound without any. */
  readonly lead: number;
}

/** @throws DomainError no_video_stream when one of them cannot be read, or none holds anything */
export async function chooseTracks(
  binaries: Binaries,
  tracks: readonly TrackFile[],
  signal: AbortSignal,
): Promise<Joining> {
  const found = await Promise.all(tracks.map((track) => describe(binaries, track.path, signal)));
  const begins = found.map(({ start }, n) => start - (tracks[n]?.ahead ?? 0));
  const first = Math.min(...begins);
  const apart = found.length > 1;
  const chosen = found.flatMap(({ streams, video, sound }, n) => {
    const last = n === found.length - 1;
    const of = (kind: 'picture' | 'sound', index: number | undefined) =>
      streams
        .filter((stream) => stream.index === index)
        .map((stream) => ({ kind, input: n, stream }));
    return [
      ...(n === 0 ? of('picture', video) : []),
      ...(!apart || last ? of('sound', sound) : []),
    ];
  });
  const [lead] = chosen;
  if (!lead) unreadable();
  const { start = 0 } = found[lead.input] ?? {};
  const at =
    Number(lead.stream.start_time ?? start) - start + (begins[lead.input] ?? first) - first;
  return { tracks, begins, chosen, lead: at };
}

/**
 * Has ffmpeg copy what was chosen of tracks, feeding it what they are made of.
 * @param output of its command line: codecs beside copying, format and place
 * @returns `done` throws DomainError no_video_stream, and what the bytes of a track throw
 */
export function startCopy(
  binaries: Binaries,
  { tracks, begins, chosen }: Joining,
  {
    times,
    output,
    signal,
  }: {
    readonly times: Times;
    readonly output: readonly string[];
    readonly signal: AbortSignal;
  },
): { readonly tool: Tool; readonly done: Promise<void> } {
  const first = Math.min(...begins);
  // Each input is taken to begin at 0, unless its times are kept: what lies between their beginnings
  // is kept too.
  const offsetOf = (n: number) =>
    times === 'kept' ? -(tracks[n]?.ahead ?? 0) - first : (begins[n] ?? first) - first;
  const args = [
    '-hide_banner',
    '-nostats',
    '-nostdin',
    '-v',
    'error',
    ...TIMES[times],
    ...tracks.flatMap(({ path: from, bytes }, n) => [
      ...(bytes ? pipeGuards : guards(from, binaries)),
      '-itsoffset',
      offsetOf(n).toFixed(6),
      '-i',
      bytes ? `pipe:${FIRST_PIPE + n}` : inputName(from, binaries),
    ]),
    ...chosen.flatMap(({ input, stream }) => ['-map', `${input}:${stream.index}`]),
    '-c',
    'copy',
    ...output,
  ];
  const tool = startTool(binaries.ffmpeg, args, { pipes: 2 + tracks.length, signal });
  const fed = tracks.map(({ bytes }, n) => bytes && feed(tool, FIRST_PIPE + n, bytes));
  const done = Promise.all([tool.ended, ...fed]).then(([{ code }]) => {
    signal.throwIfAborted();
    if (code !== 0) unreadable();
  });
  done.catch(() => undefined);
  return { tool, done };
}

/** Gives a tool all bytes, unless it ends before: why it did, it tells by itself. */
async function feed(tool: Tool, fd: number, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const input = tool.input(fd);
  try {
    for await (const chunk of bytes) {
      // What a pipe to a tool that ended takes is lost without an error.
      if (input.writableEnded || input.destroyed) return;
      if (!input.write(chunk)) await drained(input);
    }
    input.end();
  } catch (error) {
    tool.kill();
    throw error;
  }
}

const drained = (input: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      for (const event of ['drain', 'close']) input.off(event, done);
      resolve();
    };
    for (const event of ['drain', 'close']) input.on(event, done);
    if (input.destroyed) done();
  });

async function describe(binaries: Binaries, path: string, signal: AbortSignal) {
  const args = [
    '-v',
    'error',
    ...guards(path, binaries),
    '-show_programs',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    inputName(path, binaries),
  ];
  const { code, output } = await runTool(binaries.ffprobe, args, {
    signal,
    maxBytes: MAX_DESCRIPTION_BYTES,
  });
  if (code !== 0) unreadable();
  const described: unknown = JSON.parse(output.toString('utf8'));
  const { streams, format } = Description.parse(described);
  return { start: Number(format.start_time) || 0, streams, ...chooseStreams(described) };
}
