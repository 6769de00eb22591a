import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { lines } from '../ffmpeg/pipes.ts';
import { runTool, startTool, tailOf } from '../ffmpeg/process.ts';
import { CaptionsTooLong } from './captions-too-long.ts';
import {
  type CaptionPair,
  carriesCaptions,
  pairsIn,
  toScc,
  unreadIn,
  withoutEmulation,
} from './closed-captions.ts';

/** By codec, what leaves of each packet only what is not picture: no frame is decoded. */
const USER_DATA = {
  h264: 'h264_mp4toannexb,filter_units=pass_types=6',
  hevc: 'hevc_mp4toannexb,filter_units=pass_types=39-40',
  mpeg2video: 'filter_units=pass_types=178',
};
type Codec = keyof typeof USER_DATA;
/** Whoever carries captions at all carries them, or their padding, with every picture. */
const TRIED_SECONDS = 5;
/** Two characters each: a day of speech has half as many. */
const MAX_PAIRS = 1_000_000;
/**
 * Captions are sent ahead of the moment at which they are shown, and pictures are decoded before
 * it.
 */
const AHEAD_SECONDS = 5;
const MAX_UNIT_BYTES = 1_000_000;
const MAX_TEXT_BYTES = 16_000_000;
/** Captions and their padding are some 10 kB a second. */
const MAX_BESIDE_BYTES = 4_000_000;

/** Whether captions can be read out of pictures of a codec. */
export const holdsCaptions = (codec: string | undefined): codec is Codec =>
  codec !== undefined && Object.hasOwn(USER_DATA, codec);

interface Picture {
  readonly index: number;
  readonly codec: Codec;
  /** Second of the first frame on the file's clock. */
  readonly origin: number;
  /** Second of the video at which reading ends. */
  readonly end?: number;
}

/**
 * Reads the CEA-608 captions that lie in a picture stream, up to its `end`.
 * @throws CaptionsTooLong
 * @returns SubRip text whose clock begins with the first frame; `unread` names captions beside it
 */
export async function pictureCaptions(
  binaries: Binaries,
  input: string,
  picture: Picture & { readonly end: number },
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly unread?: string | undefined }> {
  if (!(await carriesPictureCaptions(binaries, input, picture, signal))) return { text: '' };
  const upTo = { ...picture, end: picture.end + AHEAD_SECONDS };
  const { pairs, unread } = await readPairs(binaries, input, upTo, ['-copyts'], signal);
  if (pairs.length === 0) return { text: '', unread };
  const folder = await mkdtemp(join(tmpdir(), 'captions-'));
  try {
    const file = join(folder, 'captions.scc');
    await writeFile(file, toScc(pairs));
    const args = ['-v', 'error', '-nostdin', '-protocol_whitelist', 'file', '-f', 'scc'];
    const { output } = await runTool(
      binaries.ffmpeg,
      [...args, '-i', `file:${file}`, '-c:s', 'text', '-f', 'srt', 'pipe:1'],
      { signal, maxBytes: MAX_TEXT_BYTES },
    );
    return { text: output.toString('utf8'), unread };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * What an ffmpeg that is at other work on a file writes beside it, for `hold` to tell whether
 * CEA-608 captions lie in a picture stream: to start one for this look costs more than the look.
 */
export interface UserDataBeside {
  /** Options of an output; the clock of the file is kept (`-copyts`). */
  readonly output: readonly string[];
  /** More is not looked at beside other work. */
  readonly maxBytes: number;
  hold(userData: Buffer): boolean;
}

/**
 * @param start with which second the file's clock begins
 * @returns undefined for a codec whose pictures hold no captions
 */
export function userDataBeside(
  codec: string | undefined,
  start: number,
): UserDataBeside | undefined {
  if (!holdsCaptions(codec)) return undefined;
  const until = ['-t', String(start + TRIED_SECONDS)];
  return {
    output: ['-c', 'copy', '-bsf:v', USER_DATA[codec], ...until, '-f', 'rawvideo'],
    maxBytes: MAX_BESIDE_BYTES,
    hold: (userData) => carriesCaptions(plainly(codec, userData)),
  };
}

/** Whether CEA-608 captions lie in a picture stream. */
export async function carriesPictureCaptions(
  binaries: Binaries,
  input: string,
  { index, codec }: { readonly index: number; readonly codec: string | undefined },
  signal: AbortSignal,
): Promise<boolean> {
  if (!holdsCaptions(codec)) return false;
  const tried = ['-t', String(TRIED_SECONDS)];
  return (await readPairs(binaries, input, { index, codec, origin: 0 }, tried, signal)).carried;
}

const plainly = (codec: Codec, userData: Buffer): Buffer =>
  codec === 'mpeg2video' ? userData : withoutEmulation(userData);

/**
 * Runs an ffmpeg that writes the user data to one pipe, and size and time of each piece to another.
 */
async function readPairs(
  binaries: Binaries,
  input: string,
  { index, codec, origin, end = Number.POSITIVE_INFINITY }: Picture,
  reading: readonly string[],
  signal: AbortSignal,
): Promise<{ carried: boolean; pairs: CaptionPair[]; unread: string | undefined }> {
  const copy = ['-map', `0:${index}`, '-c', 'copy', '-bsf:v', USER_DATA[codec]];
  // Flushed at each packet, so that neither pipe waits for the other.
  const flush = ['-flush_packets', '1'];
  const tool = startTool(
    binaries.ffmpeg,
    [
      '-hide_banner',
      '-nostats',
      '-nostdin',
      '-v',
      TELLS_OF_LOSS,
      ...reading,
      ...guards(input, binaries),
      '-i',
      inputName(input, binaries),
      ...copy,
      ...flush,
      '-f',
      'framecrc',
      'pipe:3',
      ...copy,
      ...flush,
      '-f',
      'rawvideo',
      'pipe:1',
    ],
    { pipes: 3, signal, proxy: binaries.proxy },
  );
  const messages = tailOf(tool);
  messages.catch(() => undefined);
  const units = new UnitReader(tool.pipe(1));
  const pairs: CaptionPair[] = [];
  const clock = new PictureClock();
  let carried = false;
  let unread: string | undefined;
  let tick = 0;
  try {
    for await (const line of lines(tool.pipe(3))) {
      const [, of, per] = /^#tb 0: (\d+)\/(\d+)/.exec(line) ?? [];
      if (of !== undefined && per !== undefined) tick = Number(of) / Number(per);
      const [, dts, pts, size] = /^0,\s*(-?\d+),\s*(-?\d+),\s*\d+,\s*(\d+),/.exec(line) ?? [];
      if (Number(size) > MAX_UNIT_BYTES || Number(dts) * tick - origin > end) break;
      if (pairs.length > MAX_PAIRS) throw new CaptionsTooLong();
      if (dts === undefined) continue;
      const unit = await units.take(Number(size));
      const plain = plainly(codec, unit);
      carried ||= carriesCaptions(plain);
      unread ??= unreadIn(plain);
      const shown = clock.shown(Number(dts), Number(pts));
      for (const { seconds, bytes } of pairsIn(plain)) {
        pairs.push({
          get seconds() {
            return shown.ticks * tick - origin + seconds;
          },
          bytes,
        });
      }
    }
    signal.throwIfAborted();
    return { carried, pairs, unread };
  } finally {
    tool.kill();
    await messages;
  }
}

/**
 * Tells when pictures are shown. Program streams leave the time out of some that others are
 * predicted from; such a picture is shown when the next one of its kind is decoded.
 */
class PictureClock {
  #untold: { ticks: number } | undefined;

  shown(dts: number, pts: number): { readonly ticks: number } {
    const told = Number.isSafeInteger(pts);
    if (told && pts === dts) return { ticks: pts };
    if (this.#untold) this.#untold.ticks = dts;
    const picture = { ticks: told ? pts : dts };
    this.#untold = told ? undefined : picture;
    return picture;
  }
}

/** Takes pieces of known sizes from a pipe. */
class UnitReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);

  constructor(pipe: Readable) {
    this.#chunks = pipe[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer at the end of the pipe. */
  async take(size: number): Promise<Buffer> {
    while (this.#rest.length < size) {
      const { value, done } = await this.#chunks.next();
      if (done) break;
      this.#rest = Buffer.concat([this.#rest, value]);
    }
    const taken = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return taken;
  }
}
