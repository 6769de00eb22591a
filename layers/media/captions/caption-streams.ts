import { z } from 'zod';
import { sameLanguage } from '../../domain/transcript/same-language.ts';
import { namesCameraData } from './camera-data.ts';

const Stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  /** Number of the codec in the container, as ffmpeg prints it. */
  codec_tag: z.string().optional(),
  /** How many packets it has; fragments do not tell. */
  nb_frames: z.string().optional(),
  disposition: z.record(z.string(), z.int()).default({}),
  tags: z.record(z.string(), z.string()).default({}),
});
type Stream = z.infer<typeof Stream>;

/** The part of ffprobe's `-show_streams` answer that is used. */
export const Streams = z.object({ streams: z.array(Stream).default([]) });
export type Streams = z.infer<typeof Streams>;

/** Codecs that hold text. */
const TEXT_CODECS = [
  'mov_text',
  'subrip',
  'srt',
  'ass',
  'ssa',
  'webvtt',
  'text',
  'eia_608',
  'dvb_teletext',
  'microdvd',
  'subviewer',
  'subviewer1',
  'jacosub',
  'realtext',
  'sami',
  'stl',
];

/** Captions that are pictures: they would have to be read off them. */
const PICTURE_CODECS = ['dvb_subtitle', 'dvd_subtitle', 'hdmv_pgs_subtitle', 'xsub'];

/** Captions as text that FFmpeg does not read, by the codec or else by the tag of an mp4. */
const UNREAD_CODECS: Readonly<Record<string, string>> = {
  ttml: 'TTML',
  hdmv_text_subtitle: 'text of a Blu-ray disc',
  arib_caption: 'ARIB',
  // stpp, sbtt, wvtt
  '0x70707473': 'TTML',
  '0x74746273': 'text in samples of an mp4',
  '0x74747677': 'WebVTT in samples of an mp4',
};

/** What text is that is not said, but measured by the camera. */
export const CAMERA_DATA = 'data of the camera';

/** Whether a stream holds captions as text. */
export const isCaptionText = (stream: Told): boolean =>
  TEXT_CODECS.includes(stream.codec_name ?? '') && !isCameraData(stream);

const isCameraData = ({ tags }: Told): boolean => namesCameraData(tags['handler_name']);

/** What tells of a stream whether it holds captions. */
type Told = Pick<Stream, 'codec_name' | 'codec_tag' | 'tags'>;

export interface CaptionStream {
  readonly index: number;
  readonly codec: string;
  /** BCP 47; null when the file does not say. */
  readonly language: string | null;
  /** Whether its packets are listed, with how long each lasts. */
  readonly isListed: boolean;
}

/**
 * The captions to take, those first that are in the language that was asked, else in the one that is
 * spoken, else the default.
 * @param language `auto`, or a code that the stream must not contradict
 */
export function chooseCaptions(
  { streams }: Streams,
  spoken: number | undefined,
  language: string,
): CaptionStream[] {
  const heard = languageOf(streams.find(({ index }) => index === spoken));
  const wanted = language === 'auto' ? heard : language;
  const rank = (stream: Stream) =>
    (sameLanguage(languageOf(stream), wanted) ? 2 : 0) + (stream.disposition['default'] ?? 0);
  return streams
    .filter(isText)
    .map((stream) => ({ ...captionStream(stream), rank: rank(stream) }))
    .filter(
      (stream) =>
        language === 'auto' || stream.language === null || sameLanguage(stream.language, language),
    )
    .sort((a, b) => b.rank - a.rank || a.index - b.index)
    .map(({ rank: _, ...stream }) => stream);
}

const captionStream = (stream: Stream): CaptionStream => ({
  index: stream.index,
  codec: stream.codec_name ?? '',
  language: languageOf(stream),
  isListed: stream.nb_frames !== undefined,
});

/** What captions are that nobody here can read; undefined where there are none. */
export function unreadCaptions({
  streams,
}: {
  readonly streams: readonly Told[];
}): string | undefined {
  if (streams.some(({ codec_name }) => PICTURE_CODECS.includes(codec_name ?? ''))) {
    return 'pictures';
  }
  const unread = streams
    .map(
      ({ codec_name, codec_tag }) =>
        UNREAD_CODECS[codec_name ?? ''] ?? UNREAD_CODECS[codec_tag ?? ''],
    )
    .find((form) => form !== undefined);
  return unread ?? (streams.some(isCameraData) ? CAMERA_DATA : undefined);
}

/** A forced stream translates the foreign lines only, so it is not what is said. */
const isText = (stream: Stream): boolean =>
  stream.codec_type === 'subtitle' && isCaptionText(stream) && stream.disposition['forced'] !== 1;

/** Files name languages by two or three letters, old ones by bibliographic codes such as `ger`. */
function languageOf(stream: Stream | undefined): string | null {
  try {
    const [code] = Intl.getCanonicalLocales(stream?.tags['language'] ?? '');
    return code === undefined || ['und', 'mul', 'zxx', 'mis'].includes(code) ? null : code;
  } catch {
    return null;
  }
}
