import type { Writable } from 'node:stream';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, pipeGuards } from '../ffmpeg/input.ts';
import { runTool, startTool, type Tool, tailOf } from '../ffmpeg/process.ts';
import { Description } from '../probe/describe-streams.ts';
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
  const found = await Promise.all(tracks.map((track) => describe(binaries, track.path, signal)));
  const begins = found.map(({ start }, n) => start - (tracks[n]?.ahead ?? 0));
  const first = Math.min(...begins);
  const apart = found.length > 1;
  const maps = found.flatMap(({ video, sound }, n) => {
    const last = n === found.length - 1;
    const chosen = [n === 0 ? video : undefined, !apart || last ? sound : undefined];
    return chosen.flatMap((index) => (index === undefined ? [] : ['-map', `${n}:${index}`]));
  });
  if (maps.length === 0) unreadable();
  const args = [
    '-hide_banner',
    '-nostats',
    '-nostdin',
    '-v',
    'error',
    ...(sparse ? ['-dts_delta_threshold', WITHOUT_END_SECONDS] : []),
    ...tracks.flatMap(({ path: from, bytes }, n) => [
      ...(bytes ? pipeGuards : guards(from, binaries)),
      // Each input is taken to begin at 0; this keeps what lies between their beginnings.
      '-itsoffset',
      ((begins[n] ?? first) - first).toFixed(6),
      '-i',
      bytes ? `pipe:${FIRST_PIPE + n}` : inputName(from, binaries),
    ]),
    ...maps,
    '-c',
    'copy',
    '-f',
    'matroska',
    ...(typeof to === 'string' ? [] : to.args),
    '-y',
    typeof to === 'string' ? `file:${to}` : to.address,
  ];
  const tool = startTool(binaries.ffmpeg, args, { pipes: 2 + tracks.length, signal });
  const fed = tracks.map(({ bytes }, n) => bytes && feed(tool, FIRST_PIPE + n, bytes));
  const [{ code }] = await Promise.all([tool.ended, tailOf(tool), ...fed]);
  signal.throwIfAborted();
  if (code !== 0) unreadable();
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
  const start = Number(Description.parse(described).format.start_time) || 0;
  return { start, ...chooseStreams(described) };
}
