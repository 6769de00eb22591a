import type { Probe } from '../../domain/sources/probe.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { soundBefore, strayBehind } from './behind-sound.ts';
import { isInFragments, type Stream, statedEnds } from './describe-streams.ts';
import { runProbe } from './list-frames.ts';
import type { OpenedFile } from './picture-times.ts';

/** How far before the end the last packets are looked for, in seconds. */
const TAIL_SECONDS = 12;
/** The same of an MXF, whose index tells where they lie. */
const INDEXED_TAIL_SECONDS = 2;
/** What a list of the fragments, or padding, may take behind the last packet. */
const LIST_OF_FRAGMENTS_BYTES = 65_536;
const PADDING_BYTES = 4096;
const PADDING_PART = 0.01;

/** What ffprobe writes in the place of a time that it does not know. */
const UNTIMED = 'N/A';

/**
 * Bytes behind the last packet of an mp4 in fragments, or an FLV, where they are more than what may
 * follow that: FFmpeg ends without a word at bytes that are no fragment, as in a hole, whatever comes
 * behind them, and takes the header of another FLV for a packet that is longer than the file. Of a
 * WAV it reads as many as the header says, and then nothing; of several `data` chunks the last. Of
 * an MXF it gives whatever lies behind the part that the index is of one and the same time.
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
  const isMxf = format.format_name === 'mxf' && !description.lacksIndex;
  const isFragments = stream !== undefined && isInFragments(description, stream);
  if (!stream || !size || !(isFlv || isWav || isMxf || isFragments)) return {};
  const read = await endOfPackets(file, isMxf ? INDEXED_TAIL_SECONDS : TAIL_SECONDS);
  if (read === 0) return {};
  const before = isWav ? await soundBefore(file, size) : 0;
  const stray = isWav ? await strayBehind(file, [read, size]) : { at: read, isFile: false };
  const behind = stray ? size - stray.at : 0;
  const most = (isFragments ? LIST_OF_FRAGMENTS_BYTES : PADDING_BYTES) + size * PADDING_PART;
  const unread = before + (behind > (stray?.isFile ? 0 : most) ? behind : 0);
  return unread > 0 ? { unread } : {};
}

/**
 * The byte behind the last packet that has a time of its own; 0 where none tells where it lies,
 * and of an MXF where all have one.
 * @param tail how far before the end of the file it is looked for, in seconds
 */
async function endOfPackets(
  { binaries, input, description, signal }: OpenedFile,
  tail: number,
): Promise<number> {
  const from = Math.max(0, (statedEnds(description).end ?? 0) - tail);
  const isMxf = description.format.format_name === 'mxf';
  const output = await runProbe(
    binaries,
    [
      ...['-v', TELLS_OF_LOSS, ...guards(input, binaries)],
      ...(from > 0 ? ['-read_intervals', `${from}%`] : []),
      ...['-show_entries', 'packet=stream_index,pts,size,pos', '-of', 'csv=p=0'],
      inputName(input, binaries),
    ],
    signal,
  );
  let read = 0;
  const times = new Map<string, string>();
  for (const line of output.toString('latin1').split('\n')) {
    const [stream = '', pts = '', bytes, at] = line.split(',');
    if (isMxf && pts !== UNTIMED && times.get(stream) === pts) return read;
    times.set(stream, pts);
    const end = Number(at) + Number(bytes);
    if (end > read) read = end;
  }
  // Behind the pictures of an MXF its indexes may lie, however long they are.
  return isMxf ? 0 : read;
}
