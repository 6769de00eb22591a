import { writeFile } from 'node:fs/promises';
import { sourceUnavailable } from '../../domain/links/source-errors.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { tailOf } from '../ffmpeg/process.ts';
import type { Stream } from '../probe/describe-streams.ts';
import { chooseTracks, type Joining, startCopy, type TrackFile } from './join-tracks.ts';
import { PIDS, TransportClock } from './transport-clock.ts';

/** A part of a stream that has a clock, or a beginning for decoders, of its own. */
export interface Run {
  readonly tracks: readonly TrackFile[];
  /** Seconds that are missing between it and the one before. */
  readonly missing: number;
}

/** ffmpeg looks at the first 5 MB of a file to learn of what it is made. */
const HEAD_BYTES = 6_000_000;
/** What is coded before the first picture, such as a beginning of sound, needs room before it. */
const BEGIN_SECONDS = 10;
/** Codecs that a transport stream holds, each with ffmpeg's encoder where sound has one. */
const ENCODERS: ReadonlyMap<string | undefined, string | undefined> = new Map([
  ['h264', undefined],
  ['hevc', undefined],
  ['mpeg2video', undefined],
  ['aac', 'aac'],
  ['mp3', 'libmp3lame'],
  ['mp2', 'mp2'],
  ['ac3', 'ac3'],
  ['eac3', 'eac3'],
  ['opus', 'libopus'],
]);

/**
 * Lays the runs of a stream one behind the other in one transport stream, whose clock goes on: the
 * picture of each begins where that of the one before ends. In a transport stream decoders find
 * before each keyframe what they need, so that runs may differ in size.
 * @param path of a file for its beginning
 * @returns undefined when the first of them is coded in a way that such a stream does not hold
 * @throws DomainError no_video_stream; source_unavailable when they do not go together
 */
export async function joinRuns(
  binaries: Binaries,
  runs: AsyncIterable<Run>,
  path: string,
  signal: AbortSignal,
): Promise<TrackFile | undefined> {
  const waiting = runs[Symbol.asyncIterator]();
  const { value: run, done } = await waiting.next();
  if (done) return undefined;
  const first = await chooseTracks(binaries, run.tracks, signal);
  if (!first.chosen.every(({ stream }) => ENCODERS.has(stream.codec_name))) {
    await waiting.return?.();
    return undefined;
  }
  const all = inOne(binaries, first, waiting, signal);
  const head: Buffer[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES; ) {
    const { value, done } = await all.next();
    if (done) break;
    head.push(value);
    bytes += value.length;
  }
  await writeFile(path, Buffer.concat(head));
  return { path, ahead: 0, bytes: behind(head, all) };
}

async function* behind(head: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* head.splice(0);
  yield* rest;
}

async function* inOne(
  binaries: Binaries,
  first: Joining,
  more: AsyncIterator<Run>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const clock = new TransportClock();
  let [joining, from] = [first, BEGIN_SECONDS];
  try {
    for (;;) {
      const output = [...formOf(joining, first), '-output_ts_offset', from.toFixed(6), 'pipe:1'];
      const { tool, done } = startCopy(binaries, joining, { times: 'kept', output, signal });
      const told = tailOf(tool);
      told.catch(() => undefined);
      for await (const bytes of tool.pipe(1) as AsyncIterable<Buffer>) yield clock.pass(bytes);
      await Promise.all([done, told]);
      const ends = clock.end ?? from;
      clock.next();
      const next = await more.next();
      if (next.done) return;
      joining = await chooseTracks(binaries, next.value.tracks, signal);
      from = ends + next.value.missing - joining.lead;
    }
  } finally {
    await more.return?.();
  }
}

/** How a run is written, so that it goes on from the first. */
function formOf({ chosen }: Joining, first: Joining): string[] {
  const codecs = chosen.flatMap(({ kind, stream }) => {
    const before = first.chosen.find((one) => one.kind === kind)?.stream;
    if (!before) throw unlike(`the first of them has no ${kind}, and another has`);
    if (isAlike(stream, before)) return [];
    const encoder = ENCODERS.get(before.codec_name);
    if (!encoder) throw unlike(`pictures in ${before.codec_name} and in ${stream.codec_name}`);
    const { sample_rate = '48000', channels = 2 } = before;
    return ['-c:a', encoder, '-ar', sample_rate, '-ac', String(channels)];
  });
  const ids = chosen.flatMap(({ kind }, n) => ['-streamid', `${n}:${PIDS[kind]}`]);
  return [...codecs, ...ids, '-f', 'mpegts', '-muxdelay', '0', '-muxpreload', '0'];
}

/** A picture may change its size; sound is decoded by what its beginning tells. */
const isAlike = (stream: Stream, before: Stream): boolean =>
  stream.codec_name === before.codec_name &&
  stream.sample_rate === before.sample_rate &&
  stream.channels === before.channels;

const unlike = (what: string) =>
  sourceUnavailable(
    'unavailable',
    `The stream at the link joins parts that are not read as one video here: ${what}.`,
  );
