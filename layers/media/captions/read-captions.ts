import type { CaptionReader, Captions } from '../../app/ports/transcript/captions.ts';
import type { Probe } from '../../domain/sources/probe.ts';
import type { Segment } from '../../domain/transcript/transcript.ts';
import type { Window } from '../../domain/window.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { lines } from '../ffmpeg/pipes.ts';
import { runTool, startTool, tailOf } from '../ffmpeg/process.ts';
import { captionSegments } from './caption-segments.ts';
import {
  type CaptionStream,
  chooseCaptions,
  hasPictureCaptions,
  Streams,
} from './caption-streams.ts';
import { CaptionsTooLong } from './captions-too-long.ts';
import { linesOf } from './parse-cues.ts';
import { holdsCaptions, pictureCaptions } from './picture-captions.ts';

const MAX_DESCRIPTION_BYTES = 4_000_000;
/** A whole day of captions is about two megabytes. */
const MAX_CAPTION_CHARACTERS = 64_000_000;

/**
 * Reads the captions that files hold, as streams of their own or within their pictures, by ffmpeg.
 */
export const embeddedCaptions = (binaries: Binaries): CaptionReader => ({
  async captions(input, probe, asked, signal) {
    const streams = await describe(binaries, input, signal);
    try {
      const written = await readWritten(binaries, input, { probe, streams, ...asked }, signal);
      return written ?? (hasPictureCaptions(streams) ? { unread: DRAWN } : undefined);
    } catch (error) {
      if (error instanceof CaptionsTooLong) return { unread: TOO_LONG };
      throw error;
    }
  },
});

/** Which captions of a file are asked for, and what is known of it. */
interface Wanted {
  readonly probe: Probe;
  readonly streams: Streams;
  readonly language: string;
  readonly window: Window;
}

/** The captions of a text stream, or else those within the pictures. */
async function readWritten(
  binaries: Binaries,
  input: string,
  { probe, streams, language, window }: Wanted,
  signal: AbortSignal,
): Promise<Captions | undefined> {
  const chosen = chooseCaptions(streams, probe.audio[0], language);
  if (chosen) {
    const segments = await readStream(binaries, input, chosen, { probe, window }, signal);
    if (segments) return { language: chosen.language, segments };
  }
  const codec = streams.streams.find(({ index }) => index === probe.picture?.index)?.codec_name;
  if (!probe.picture || !holdsCaptions(codec)) return undefined;
  const picture = { index: probe.picture.index, codec, origin: probe.origin, end: window[1] };
  const text = await pictureCaptions(binaries, input, picture, signal);
  const segments = await captionSegments(linesOf(text), { format: 'srt', origin: 0, window });
  return segments && { language: null, segments };
}

const DRAWN =
  'The captions in this file are pictures, which are not read; the sound was listened to.';
const TOO_LONG =
  'The captions in this file are longer than those of a day of video, and were not read; the sound was listened to.';

async function readStream(
  binaries: Binaries,
  input: string,
  stream: CaptionStream,
  { probe, window }: Pick<Wanted, 'probe' | 'window'>,
  signal: AbortSignal,
): Promise<Segment[] | undefined> {
  const { proxy } = binaries;
  const origin = probe.origin + LATER_SECONDS;
  // Nothing begins behind the last one but the end.
  const begins = tellsLengths(stream, probe)
    ? []
    : [...(await packetTimes(binaries, input, stream, signal)), probe.origin + probe.duration];
  const args = captionArgs(binaries, input, stream, probe);
  const tool = startTool(binaries.ffmpeg, args, { pipes: 2, signal, proxy });
  const messages = tailOf(tool);
  messages.catch(() => undefined);
  try {
    const segments = await captionSegments(ofBoundedLength(lines(tool.pipe(1))), {
      format: 'srt',
      origin,
      window,
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
    if (characters > MAX_CAPTION_CHARACTERS) throw new CaptionsTooLong();
    yield line;
  }
}

async function describe(binaries: Binaries, input: string, signal: AbortSignal): Promise<Streams> {
  const { output } = await runTool(
    binaries.ffprobe,
    [
      '-v',
      TELLS_OF_LOSS,
      ...guards(input, binaries),
      '-show_streams',
      '-of',
      'json',
      inputName(input, binaries),
    ],
    { signal, maxBytes: MAX_DESCRIPTION_BYTES, proxy: binaries.proxy },
  );
  return Streams.parse(JSON.parse(output.toString('utf8')));
}

const isMp4 = ({ format }: Probe): boolean => format.split(',').includes('mp4');

/** Each packet of a text track lasts until the next one; of fragments ffmpeg tells no length. */
const tellsLengths = ({ isListed }: CaptionStream, probe: Probe): boolean =>
  isListed || !isMp4(probe);

/** When the packets of a text track begin, those that clear what is shown among them. */
async function packetTimes(
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
    { signal, maxBytes: MAX_CAPTION_CHARACTERS, proxy: binaries.proxy },
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
