import type { CaptionReader } from '../../app/ports/captions.ts';
import type { Probe } from '../../domain/probe.ts';
import type { Segment } from '../../domain/transcript.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { captionSegments } from './caption-segments.ts';
import {
  type CaptionStream,
  chooseCaptions,
  hasPictureCaptions,
  Streams,
} from './caption-streams.ts';
import { parseSrt } from './parse-srt.ts';
import { holdsCaptions, pictureCaptions } from './picture-captions.ts';

const MAX_DESCRIPTION_BYTES = 4_000_000;
/** A whole day of captions is about two megabytes. */
const MAX_CAPTION_BYTES = 16_000_000;

/** Reads the captions that files hold, as streams of their own or within their pictures, by ffmpeg. */
export const embeddedCaptions = (binaries: Binaries): CaptionReader => ({
  async captions(input, probe, language, signal) {
    const streams = await describe(binaries, input, signal);
    const chosen = chooseCaptions(streams, probe.audio[0], language);
    if (chosen) {
      const segments = await readStream(binaries, input, chosen, probe, signal);
      if (segments.length > 0) return { language: chosen.language, segments };
    }
    const codec = streams.streams.find(({ index }) => index === probe.picture?.index)?.codec_name;
    if (probe.picture && holdsCaptions(codec)) {
      const picture = { index: probe.picture.index, codec, origin: probe.origin };
      const text = await pictureCaptions(binaries, input, picture, signal);
      const segments = captionSegments(parseSrt(text), 0);
      if (segments.length > 0) return { language: null, segments };
    }
    return hasPictureCaptions(streams) ? { unread: DRAWN } : undefined;
  },
});

const DRAWN =
  'The captions in this file are pictures, which are not read; the sound was listened to.';

async function readStream(
  binaries: Binaries,
  input: string,
  stream: CaptionStream,
  probe: Probe,
  signal: AbortSignal,
): Promise<Segment[]> {
  const { output } = await runTool(binaries.ffmpeg, captionArgs(binaries, input, stream, probe), {
    signal,
    maxBytes: MAX_CAPTION_BYTES,
    proxy: binaries.proxy,
  });
  return captionSegments(parseSrt(output.toString('utf8')), probe.origin);
}

async function describe(binaries: Binaries, input: string, signal: AbortSignal): Promise<Streams> {
  const { output } = await runTool(
    binaries.ffprobe,
    [
      '-v',
      'error',
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

/** Streams that are not mapped are not read, so this costs little on files with an index. */
const captionArgs = (
  binaries: Binaries,
  input: string,
  { index, codec }: CaptionStream,
  { picture }: Probe,
): string[] => {
  const teletext = codec === 'dvb_teletext';
  return [
    ...[
      '-hide_banner',
      '-nostats',
      '-nostdin',
      '-v',
      'error',
      '-copyts',
      ...guards(input, binaries),
    ],
    ...(teletext ? TELETEXT : []),
    ...['-i', inputName(input, binaries)],
    // Alone, teletext would begin at second 0.
    ...(teletext && picture ? ['-map', `0:${picture.index}`, '-c', 'copy', '-f', 'null', '-'] : []),
    ...['-map', `0:${index}`, '-c:s', 'text', '-f', 'srt', 'pipe:1'],
  ];
};

/** As text, of the pages that are subtitles, each shown until the next one or until it is cleared. */
const TELETEXT = ['-fix_sub_duration', '-txt_format', 'text', '-txt_page', 'subtitle'];
