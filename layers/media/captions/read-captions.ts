import type { CaptionReader, Captions } from '../../app/ports/transcript/captions.ts';
import type { Probe } from '../../domain/sources/probe.ts';
import type { Window } from '../../domain/window.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { areCameraData } from './camera-data.ts';
import { captionSegments } from './caption-segments.ts';
import { CAMERA_DATA, chooseCaptions, Streams, unreadCaptions } from './caption-streams.ts';
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
      const wanted = { probe, streams, ...asked };
      const text = await readStreams(binaries, input, wanted, signal);
      if (text.written) return text.written;
      const within = await readPictures(binaries, input, wanted, signal);
      if (within.written) return within.written;
      const form = text.unread ?? unreadCaptions(streams) ?? within.unread;
      return form === undefined
        ? undefined
        : { unread: unreadNote(`(${form}) are not read`, probe) };
    } catch (error) {
      if (error instanceof CaptionsTooLong) return { unread: unreadNote(TOO_LONG, probe) };
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

/** What is found of captions of one kind; `unread` names those that are not read. */
interface Found {
  readonly written?: Captions | undefined;
  readonly unread?: string | undefined;
}

/** The captions of the first text stream that does not hold what the camera measured. */
async function readStreams(
  binaries: Binaries,
  input: string,
  { probe, streams, language, window }: Wanted,
  signal: AbortSignal,
): Promise<Found> {
  let unread: string | undefined;
  for (const chosen of chooseCaptions(streams, probe.audio[0], language)) {
    const segments = await readTrack(binaries, input, chosen, { probe, window }, signal);
    if (!segments) break;
    if (!areCameraData(segments)) return { written: { language: chosen.language, segments } };
    unread = CAMERA_DATA;
  }
  return { unread };
}

/** The captions within the pictures. */
async function readPictures(
  binaries: Binaries,
  input: string,
  { probe, streams, window }: Wanted,
  signal: AbortSignal,
): Promise<Found> {
  const codec = streams.streams.find(({ index }) => index === probe.picture?.index)?.codec_name;
  if (!probe.picture || !holdsCaptions(codec)) return {};
  const picture = { index: probe.picture.index, codec, origin: probe.origin, end: window[1] };
  const { text, unread } = await pictureCaptions(binaries, input, picture, signal);
  const { duration } = probe;
  const asked = { format: 'srt', origin: 0, window, duration } as const;
  const segments = await captionSegments(linesOf(text), asked);
  return { written: segments && { language: null, segments }, unread };
}

const TOO_LONG = 'are longer than those of a day of video, and were not read';

const unreadNote = (why: string, { audio }: Probe): string =>
  `The captions in this file ${why}; ${audio.length > 0 ? 'the sound was listened to' : 'it has no sound to listen to'}.`;

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
