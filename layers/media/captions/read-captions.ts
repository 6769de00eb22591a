import type { CaptionReader, Captions } from '../../app/ports/transcript/captions.ts';
import type { Probe } from '../../domain/sources/probe.ts';
import type { Window } from '../../domain/window.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { captionSegments } from './caption-segments.ts';
import { chooseCaptions, Streams, unreadCaptions } from './caption-streams.ts';
import { readTrack } from './caption-track.ts';
import { CaptionsTooLong } from './captions-too-long.ts';
import { linesOf } from './parse-cues.ts';
import { holdsCaptions, pictureCaptions } from './picture-captions.ts';

const MAX_DESCRIPTION_BYTES = 4_000_000;

/**
 * Reads the captions that files hold, as streams of their own or within their pictures, by ffmpeg.
 */
export const embeddedCaptions = (binaries: Binaries): CaptionReader => ({
  async captions(input, probe, asked, signal) {
    const streams = await describe(binaries, input, signal);
    try {
      const written = await readWritten(binaries, input, { probe, streams, ...asked }, signal);
      if (written) return written;
      const form = unreadCaptions(streams);
      return form === undefined ? undefined : { unread: unreadNote(form) };
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
    const segments = await readTrack(binaries, input, chosen, { probe, window }, signal);
    if (segments) return { language: chosen.language, segments };
  }
  const codec = streams.streams.find(({ index }) => index === probe.picture?.index)?.codec_name;
  if (!probe.picture || !holdsCaptions(codec)) return undefined;
  const picture = { index: probe.picture.index, codec, origin: probe.origin, end: window[1] };
  const text = await pictureCaptions(binaries, input, picture, signal);
  const segments = await captionSegments(linesOf(text), { format: 'srt', origin: 0, window });
  return segments && { language: null, segments };
}

const unreadNote = (form: string): string =>
  `The captions in this file (${form}) are not read; the sound was listened to.`;
const TOO_LONG =
  'The captions in this file are longer than those of a day of video, and were not read; the sound was listened to.';

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
