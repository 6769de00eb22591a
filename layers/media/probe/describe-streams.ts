import { z } from 'zod';
import { Frame } from './list-frames.ts';

const Text = z.record(z.string(), z.string()).default({});

const SideData = z.object({
  side_data_type: z.string().optional(),
  displaymatrix: z.string().optional(),
  /** Of Dolby Vision: which kind, and as what else its picture can be shown (0: as nothing). */
  dv_profile: z.int().optional(),
  dv_bl_signal_compatibility_id: z.int().optional(),
});

const Stream = z.object({
  index: z.int(),
  /** In containers that number their streams, as ffmpeg prints it: `0x100`. */
  id: z.string().optional(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  /** Number of the codec in the container, such as `0x001b`. */
  codec_tag: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  channels: z.int().optional(),
  channel_layout: z.string().optional(),
  sample_rate: z.string().optional(),
  /** How many pictures a decoder holds back to bring them into order. */
  has_b_frames: z.int().optional(),
  sample_aspect_ratio: z.string().optional(),
  field_order: z.string().optional(),
  pix_fmt: z.string().optional(),
  color_space: z.string().optional(),
  color_transfer: z.string().optional(),
  color_primaries: z.string().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  time_base: z.string().optional(),
  start_time: z.string().optional(),
  duration: z.string().optional(),
  /** How many packets it has, where the container tells. */
  nb_frames: z.string().optional(),
  disposition: z.record(z.string(), z.int()).default({}),
  tags: Text,
  side_data_list: z.array(SideData).default([]),
});
export type Stream = z.infer<typeof Stream>;

const Program = z.object({ streams: z.array(z.object({ index: z.int() })).default([]) });

/** The part of ffprobe's `-show_streams -show_format -show_frames` answer that is used. */
export const Description = z.object({
  streams: z.array(Stream).default([]),
  /** Which streams of a broadcast belong together. */
  programs: z.array(Program).default([]),
  /** The first ones, of all streams. */
  frames: z.array(Frame).default([]),
  format: z.object({
    format_name: z.string(),
    start_time: z.string().optional(),
    duration: z.string().optional(),
    size: z.string().optional(),
    tags: Text,
  }),
});
export type Description = z.infer<typeof Description>;

export const isPicture = (stream: Stream): boolean =>
  stream.codec_type === 'video' &&
  stream.codec_name !== undefined &&
  (stream.width ?? 0) > 0 &&
  // Cover art travels as a video stream of one picture.
  !stream.disposition['attached_pic'] &&
  !stream.disposition['timed_thumbnails'];

const isDefault = (stream: Stream) => Number(stream.disposition['default'] ?? 0);
const isKnown = (stream: Stream) => Number(stream.codec_name !== undefined);
const pixels = (stream: Stream) => (stream.width ?? 0) * (stream.height ?? 0);

/** A track of one picture stands for the video, as a thumbnail, unless it is all there is. */
const isStill = (stream: Stream) => Number(stream.nb_frames === '1');

/** The stream a player shows: the default one, else the largest, else the first; a still last. */
export const pictureStream = ({ streams }: Description): Stream | undefined =>
  streams
    .filter(isPicture)
    .sort(
      (a, b) =>
        isStill(a) - isStill(b) ||
        isDefault(b) - isDefault(a) ||
        pixels(b) - pixels(a) ||
        a.index - b.index,
    )[0];

/** How many pictures that move there are beside the one that is read. */
export const otherPictures = ({ streams }: Description, { index }: Stream): number =>
  streams.filter((stream) => stream.index !== index && isPicture(stream) && !isStill(stream))
    .length;

/**
 * The audio streams, the one a player plays first: those of the picture's program, and those in
 * codecs that nobody knows last.
 */
export function audioStreams({ streams, programs }: Description, picture?: Stream): Stream[] {
  const holding = programs.map((program) => program.streams.map(({ index }) => index));
  const beside = holding.find((indexes) => picture && indexes.includes(picture.index));
  const isBeside = (stream: Stream) => Number(beside?.includes(stream.index) ?? false);
  return streams
    .filter((stream) => stream.codec_type === 'audio')
    .sort(
      (a, b) =>
        isKnown(b) - isKnown(a) ||
        isBeside(b) - isBeside(a) ||
        isDefault(b) - isDefault(a) ||
        a.index - b.index,
    );
}

/** SMPTE timecode of the first frame: on the picture, on a timecode track, or on the file. */
export function startTimecode(description: Description, picture: Stream): string | null {
  const tracks = description.streams.filter((stream) => stream.codec_type === 'data');
  // Matroska names its tags in capitals.
  const found = [picture, ...tracks, description.format]
    .map(({ tags }) => tags['timecode'] ?? tags['TIMECODE'])
    .find((text) => text !== undefined);
  // Some tools write the drop-frame separator as a dot or a comma.
  const text = found?.replace(/[.,](?=\d+$)/, ';') ?? '';
  return /^\d{2}:\d{2}:\d{2}[:;]\d{2,3}$/.test(text) ? text : null;
}

/** `num/den` or `num:den` as ffprobe prints fractions; undefined when it is not a positive one. */
export function fraction(text: string | undefined): [number, number] | undefined {
  const parts = /^(\d+)[/:](\d+)$/.exec(text ?? '');
  const [numerator, denominator] = [Number(parts?.[1] ?? 0), Number(parts?.[2] ?? 0)];
  return numerator > 0 && denominator > 0 ? [numerator, denominator] : undefined;
}

/** A number that ffprobe prints, such as of seconds; undefined where it knows none. */
export const seconds = (text: string | undefined): number | undefined => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : undefined;
};

/** Where a file states that it begins and ends, in seconds of its own clock. */
export function statedEnds({ format }: Description) {
  const start = seconds(format.start_time) ?? 0;
  const length = seconds(format.duration);
  return { start, length, end: length === undefined ? undefined : start + length };
}

/** Whether it is an mp4 whose tracks list no packets: fragments do, one after the other. */
export const isInFragments = ({ format }: Description, { nb_frames }: Stream): boolean =>
  format.format_name.split(',').includes('mp4') && nb_frames === undefined;
