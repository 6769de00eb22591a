import { z } from 'zod';
import type { Probe } from '../../domain/sources/probe.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { isRgb } from '../probe/pixel-forms.ts';

const Streams = z.object({
  streams: z.array(
    z.object({
      index: z.int(),
      codec_type: z.string().optional(),
      codec_name: z.string().optional(),
      channels: z.int().default(0),
      pix_fmt: z.string().default(''),
    }),
  ),
});

const MAX_BYTES = 4_000_000;
/** Captions that can be written anew as QuickTime text. */
const PLAIN_CAPTIONS = new Set(['mov_text', 'subrip', 'srt', 'ass', 'ssa', 'webvtt', 'text']);

export interface StreamCodec {
  readonly codec: string;
  readonly channels: number;
}

export interface OtherStreams {
  /** By the stream's index in the file. */
  readonly sound: ReadonlyMap<number, StreamCodec>;
  /** Indexes of caption streams. */
  readonly captions: readonly number[];
  /** The picture is red, green and blue, and has no colour matrix yet. */
  readonly isRgb: boolean;
}

/** What travels beside the picture; undefined when a copy would lose some of it. */
export async function otherStreams(
  binaries: Binaries,
  input: string,
  { audio, picture }: Probe,
  signal: AbortSignal,
): Promise<OtherStreams | undefined> {
  const entries = 'stream=index,codec_type,codec_name,channels,pix_fmt';
  const { output } = await runTool(
    binaries.ffprobe,
    [
      '-v',
      TELLS_OF_LOSS,
      ...guards(input, binaries),
      '-show_entries',
      entries,
      '-of',
      'json',
      inputName(input, binaries),
    ],
    { signal, maxBytes: MAX_BYTES, proxy: binaries.proxy },
  );
  const { streams } = Streams.parse(JSON.parse(output.toString('utf8')));
  const codecOf = ({ codec_name = '' }: (typeof streams)[number]) => codec_name;
  const written = streams.filter(({ codec_type }) => codec_type === 'subtitle');
  if (!written.every((stream) => PLAIN_CAPTIONS.has(codecOf(stream)))) return undefined;
  return {
    sound: new Map(
      streams
        .filter(({ index }) => audio.includes(index))
        .map((stream) => [stream.index, { codec: codecOf(stream), channels: stream.channels }]),
    ),
    captions: written.map(({ index }) => index),
    isRgb: streams.some(({ index, pix_fmt }) => index === picture?.index && isRgb(pix_fmt)),
  };
}
