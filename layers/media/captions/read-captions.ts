import type { CaptionReader } from '../../app/ports/captions.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { captionSegments } from './caption-segments.ts';
import { chooseCaptions, Streams } from './caption-streams.ts';
import { parseSrt } from './parse-srt.ts';

const MAX_DESCRIPTION_BYTES = 4_000_000;
/** A whole day of captions is about two megabytes. */
const MAX_CAPTION_BYTES = 16_000_000;

/** Reads the caption streams of files, by ffmpeg. */
export const embeddedCaptions = (binaries: Binaries): CaptionReader => ({
  async captions(input, probe, language, signal) {
    const streams = await describe(binaries, input, signal);
    const chosen = chooseCaptions(streams, probe.audio[0], language);
    if (!chosen) return undefined;
    const { output } = await runTool(binaries.ffmpeg, captionArgs(binaries, input, chosen.index), {
      signal,
      maxBytes: MAX_CAPTION_BYTES,
      proxy: binaries.proxy,
    });
    const segments = captionSegments(parseSrt(output.toString('utf8')), probe.origin);
    return segments.length > 0 ? { language: chosen.language, segments } : undefined;
  },
});

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
const captionArgs = (binaries: Binaries, input: string, stream: number): string[] => [
  ...['-hide_banner', '-nostats', '-nostdin', '-v', 'error', '-copyts', ...guards(input, binaries)],
  ...[
    '-i',
    inputName(input, binaries),
    '-map',
    `0:${stream}`,
    '-c:s',
    'text',
    '-f',
    'srt',
    'pipe:1',
  ],
];
