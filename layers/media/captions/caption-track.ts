import type { Probe } from '../../domain/sources/probe.ts';
import type { Segment } from '../../domain/transcript/transcript.ts';
import type { Window } from '../../domain/window.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { lines } from '../ffmpeg/pipes.ts';
import { runTool, startTool, tailOf } from '../ffmpeg/process.ts';
import { captionSegments } from './caption-segments.ts';
import type { CaptionStream } from './caption-streams.ts';
import { CaptionsTooLong } from './captions-too-long.ts';

/** A whole day of captions is about two megabytes. */
const MAX_CHARACTERS = 64_000_000;

/**
 * Times are written so much later than they are. SubRip has none before 0: ffmpeg would have the first
 * caption begin there, and all others as much later.
 */
const LATER_SECONDS = 3600;

/**
 * Of an edit list, as of a file that was cut without being encoded anew, only where it begins. Else
 * ffmpeg has what follows the caption that stands there come early, by all of it that is left.
 */
const ONE_EDIT = ['-advanced_editlist', '0'];

/**
 * As text, of the pages that are subtitles, each shown until the next one or until it is cleared.
 */
const TELETEXT = ['-fix_sub_duration', '-txt_format', 'text', '-txt_page', 'subtitle'];

/**
 * The captions of a text stream that lie in a window.
 * @throws CaptionsTooLong
 * @returns undefined where it holds none at all
 */
export async function readTrack(
  binaries: Binaries,
  input: string,
  stream: CaptionStream,
  { probe, window }: { readonly probe: Probe; readonly window: Window },
  signal: AbortSignal,
): Promise<Segment[] | undefined> {
  const { proxy } = binaries;
  const origin = probe.origin + LATER_SECONDS;
  // Nothing begins behind the last one but the end.
  const begins = tellsLengths(stream, probe)
    ? []
    : [...(await beginningsOf(binaries, input, stream, signal)), probe.origin + probe.duration];
  const args = captionArgs(binaries, input, stream, probe);
  const tool = startTool(binaries.ffmpeg, args, { pipes: 2, signal, proxy });
  const messages = tailOf(tool);
  messages.catch(() => undefined);
  try {
    const segments = await captionSegments(ofBoundedLength(lines(tool.pipe(1))), {
      format: 'srt',
      origin,
      window,
      duration: probe.duration,
      begins: begins.map((second) => second + LATER_SECONDS),
    });
    tool.kill();
    await tool.ended;
    signal.throwIfAborted();
    return segments;
  } finally {
    tool.kill();
    await messages;
  }
}

/** @throws CaptionsTooLong */
async function* ofBoundedLength(text: AsyncIterable<string>): AsyncGenerator<string> {
  let characters = 0;
  for await (const line of text) {
    characters += line.length;
    if (characters > MAX_CHARACTERS) throw new CaptionsTooLong();
    yield line;
  }
}

const isMp4 = ({ format }: Probe): boolean => format.split(',').includes('mp4');

/** Each packet of a text track lasts until the next one; of fragments ffmpeg tells no length. */
const tellsLengths = ({ isListed }: CaptionStream, probe: Probe): boolean =>
  isListed || !isMp4(probe);

/** When the packets of a text track begin, those that clear what is shown among them. */
async function beginningsOf(
  binaries: Binaries,
  input: string,
  { index }: CaptionStream,
  signal: AbortSignal,
): Promise<number[]> {
  const { output } = await runTool(
    binaries.ffprobe,
    [
      ...['-v', TELLS_OF_LOSS, ...guards(input, binaries), ...ONE_EDIT],
      ...['-select_streams', String(index), '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'],
      inputName(input, binaries),
    ],
    { signal, maxBytes: MAX_CHARACTERS, proxy: binaries.proxy },
  );
  const times = output.toString('latin1').split('\n').map(Number.parseFloat);
  return times.filter(Number.isFinite).sort((a, b) => a - b);
}

/** Streams that are not mapped are not read, so this costs little on files with an index. */
const captionArgs = (
  binaries: Binaries,
  input: string,
  { index, codec }: CaptionStream,
  probe: Probe,
): string[] => {
  const { picture } = probe;
  const teletext = codec === 'dvb_teletext';
  return [
    '-hide_banner',
    '-nostats',
    '-nostdin',
    '-v',
    TELLS_OF_LOSS,
    '-copyts',
    ...guards(input, binaries),
    ...(teletext ? TELETEXT : []),
    ...(isMp4(probe) ? ONE_EDIT : []),
    '-i',
    inputName(input, binaries),
    // Alone, teletext would begin at second 0.
    ...(teletext && picture ? ['-map', `0:${picture.index}`, '-c', 'copy', '-f', 'null', '-'] : []),
    '-map',
    `0:${index}`,
    '-c:s',
    'text',
    '-output_ts_offset',
    String(LATER_SECONDS),
    '-f',
    'srt',
    'pipe:1',
  ];
};
