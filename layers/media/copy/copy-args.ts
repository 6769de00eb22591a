import { availableParallelism } from 'node:os';
import type { PictureStream, Probe } from '../../domain/sources/probe.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, PIXEL_GUARD } from '../ffmpeg/input.ts';
import { overBlack, uncut } from '../picture-space.ts';
import { asShown } from '../read/as-shown.ts';
import { TELLING_DECODE } from '../read/faults.ts';
import { TELL_FRAME } from '../read/frame-clock.ts';
import type { OtherStreams, StreamCodec } from './other-streams.ts';

/**
 * Close to invisible on the tiles, at a tenth to a fiftieth of a master's bytes. Without frames
 * that are stored out of order a seek is exact, and the last frame is the one that its duration is
 * kept for.
 */
const QUALITY = ['-preset', 'veryfast', '-crf', '18', '-bf', '0'];
/**
 * A single frame is decoded from the keyframe before it: half a second of frames on the average.
 */
const KEYFRAME_SECONDS = 1;
/** Sound that QuickTime holds as it is. */
const SOUND_AS_IT_IS = new Set(['aac', 'mp3', 'ac3', 'eac3', 'alac']);
/** As many channels as lossless coding takes. */
const LOSSLESS_CHANNELS = 8;

/** What a copy is made of, and where it goes. */
export interface Copy {
  readonly picture: PictureStream;
  readonly others: OtherStreams;
  readonly file: string;
}

/**
 * ffmpeg's arguments for a copy with the master's frames at the master's times; the times are told
 * on stderr.
 */
export function copyArgs(
  binaries: Binaries,
  { input, probe: { audio, duration, format } }: { readonly input: string; readonly probe: Probe },
  { picture, others: { sound, captions, isRgb }, file }: Copy,
): string[] {
  const [numerator, denominator] = picture.timeBase;
  const threads = String(availableParallelism());
  return [
    ...TELLING_DECODE,
    '-start_at_zero',
    '-noautorotate',
    '-threads',
    threads,
    ...PIXEL_GUARD,
    ...uncut(picture),
    ...guards(input, binaries),
    '-i',
    inputName(input, binaries),
    '-filter_complex_threads',
    '1',
    '-filter_complex',
    graph(picture, format, isRgb),
    '-map',
    '[copy]',
    ...audio.flatMap((index) => ['-map', `0:${index}`]),
    ...captions.flatMap((index) => ['-map', `0:${index}`]),
    ...binaries.passthrough,
    '-c:v',
    'libx264',
    ...QUALITY,
    '-threads:v',
    threads,
    ...(isRgb ? ['-colorspace', 'bt709'] : []),
    '-g',
    String(keyframeDistance(picture)),
    '-enc_time_base:v',
    `${numerator}/${denominator}`,
    // Ticks as fine as the master's, so that no time is rounded.
    '-video_track_timescale',
    String(denominator),
    ...fieldFlags(picture),
    '-bsf:v',
    lastFrameUntil(Math.round((duration * denominator) / numerator)),
    ...audio.flatMap((index, i) => [`-c:a:${i}`, ...soundCodec(sound.get(index))]),
    ...(captions.length > 0 ? ['-c:s', 'mov_text'] : []),
    '-map_chapters',
    '-1',
    ...timecode(picture),
    '-f',
    'mov',
    '-movflags',
    '+faststart',
    '-y',
    file,
  ];
}

/**
 * ffmpeg's arguments for a decode of all picture and sound of a file, which tells of each frame.
 */
export const wholeDecodeArgs = (binaries: Binaries, file: string): string[] => [
  ...TELLING_DECODE,
  ...PIXEL_GUARD,
  ...guards(file, binaries),
  '-i',
  inputName(file, binaries),
  '-filter_complex',
  `[0:v:0]${TELL_FRAME}[picture]`,
  '-map',
  '[picture]',
  '-map',
  '0:a?',
  ...binaries.passthrough,
  '-f',
  'null',
  '-',
];

function graph(picture: PictureStream, container: string, isRgb: boolean): string {
  const { index, fieldOrder, hdr, codedWidth, codedHeight } = picture;
  const fields =
    fieldOrder === null
      ? []
      : [`setfield=${fieldOrder === 'top' ? 'tff' : 'bff'}`, 'scale=interl=1'];
  // Halved colour needs even sides.
  const odd = codedWidth % 2 === 1 || codedHeight % (fieldOrder === null ? 2 : 4) > 0;
  const depth = hdr === null ? '' : '10le';
  // The matrix is named, so that nobody has to guess it from the picture's size.
  const matrix = isRgb ? ['scale=out_color_matrix=bt709'] : [];
  const filters = [...fields, ...matrix, `format=yuv4${odd ? '44' : '20'}p${depth}`];
  return [
    `[0:${index}]${asShown(picture, container)}split=2[clock][picture]`,
    `[clock]${TELL_FRAME},nullsink`,
    `[picture]${overBlack(picture)}${filters.join(',')}[copy]`,
  ].join(';');
}

const keyframeDistance = ({ rate }: PictureStream) =>
  Math.max(1, Math.round((rate[0] / rate[1]) * KEYFRAME_SECONDS));

/** Each frame lasts until the next one; this is how long the last one does. */
const lastFrameUntil = (ticks: number) => `setts=duration=max(1\\,STARTPTS+${ticks}-PTS)`;

/** Fields stay fields: what reads the master's apart reads the copy's apart. */
const fieldFlags = ({ fieldOrder }: PictureStream) =>
  fieldOrder === null
    ? []
    : ['-flags', '+ildct+ilme', '-x264-params', fieldOrder === 'top' ? 'tff=1' : 'bff=1'];

/** Whether the copy holds a sound's own packets. */
export const isTakenAsItIs = (stream: StreamCodec | undefined): boolean =>
  stream !== undefined && SOUND_AS_IT_IS.has(stream.codec);

function soundCodec(stream: StreamCodec | undefined): string[] {
  if (isTakenAsItIs(stream)) return ['copy'];
  return [stream && stream.channels > LOSSLESS_CHANNELS ? 'pcm_s24le' : 'alac'];
}

/** A timecode track counts frames, which only says something where they come at one rate. */
function timecode({ timecode: first, rate, peakRate }: PictureStream): string[] {
  const steady = rate[0] * peakRate[1] === peakRate[0] * rate[1];
  return first !== null && steady ? ['-timecode', first] : [];
}
