import type { Probe } from '../../domain/sources/probe.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { strayBehind } from './behind-sound.ts';
import { isInFragments, type Stream, statedEnds } from './describe-streams.ts';
import { runProbe } from './list-frames.ts';
import type { OpenedFile } from './picture-times.ts';

/** How far before the end the last packets are looked for, in seconds. */
const TAIL_SECONDS = 12;
/** What a list of the fragments, or padding, may take behind the last packet. */
const LIST_OF_FRAGMENTS_BYTES = 65_536;
const PADDING_BYTES = 4096;
const PADDING_PART = 0.01;

/**
 * Bytes behind the last packet of an mp4 in fragments, or an FLV, where they are more than what may
 * follow that: FFmpeg ends without a word at bytes that are no fragment, as in a hole, whatever comes
 * behind them, and takes the header of another FLV for a packet that is longer than the file. Of a
 * WAV it reads as many as the header says, and then nothing.
 * @param stream one of its tracks
 * @returns nothing where none are missing, and for files of other kinds, which lack it otherwise
 */
export async function unreadBehind(
  file: OpenedFile,
  stream: Stream | undefined,
): Promise<Pick<Probe, 'unread'>> {
  const { description } = file;
  const { format } = description;
  const size = Number(format.size);
  const isFlv = format.format_name === 'flv';
  const isWav = format.format_name === 'wav';
  const isFragments = stream !== undefined && isInFragments(description, stream);
  if (!stream || !size || !(isFlv || isWav || isFragments)) return {};
  const read = await endOfPackets(file);
  if (read === 0) return {};
  const stray = isWav ? await strayBehind(file, [read, size]) : { at: read, isFile: false };
  if (stray === undefined) return {};
  const unread = size - stray.at;
  const most = (isFragments ? LIST_OF_FRAGMENTS_BYTES : PADDING_BYTES) + size * PADDING_PART;
  return unread > (stray.isFile ? 0 : most) ? { unread } : {};
}

/** The byte behind the last packet that can be read; 0 where none tells where it lies. */
async function endOfPackets({ binaries, input, description, signal }: OpenedFile): Promise<number> {
  const from = Math.max(0, (statedEnds(description).end ?? 0) - TAIL_SECONDS);
  const output = await runProbe(
    binaries,
    [
      ...['-v', TELLS_OF_LOSS, ...guards(input, binaries)],
      ...(from > 0 ? ['-read_intervals', `${from}%`] : []),
      ...['-show_entries', 'packet=size,pos', '-of', 'csv=p=0'],
      inputName(input, binaries),
    ],
    signal,
  );
  let read = 0;
  for (const line of output.toString('latin1').split('\n')) {
    const [bytes, at] = line.split(',').map(Number);
    const end = (at ?? Number.NaN) + (bytes ?? 0);
    if (end > read) read = end;
  }
  return read;
}
