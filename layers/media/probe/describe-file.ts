import type { DomainError } from '../../domain/errors.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, MAX_STREAMS, PIXEL_GUARD } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { rawBytes } from '../ffmpeg/raw-bytes.ts';
import { Description, pictureStream } from './describe-streams.ts';
import { pausing } from './edit-lists.ts';
import { FIRST_BYTES, looksLike } from './first-bytes.ts';
import { foreignKind, lostIndex, photo } from './foreign-kind.ts';
import { limitIn, limitOfKill } from './limits.ts';
import { FRAME_ENTRIES } from './list-frames.ts';
import { notMedia, unscaled } from './refusals.ts';

const MAX_DESCRIPTION_BYTES = 4_000_000;
/** Packets of all streams that are decoded with the description: a dozen of them are pictures. */
const FIRST_PACKETS = 32;

/** Of a file whose name alone tells what it may be. */
const IS_GUESS = /misdetection possible/;

/** No more than is used: tags may be of any length. */
const ENTRIES = [
  'stream=index,id,codec_type,codec_name,codec_tag,width,height,channels,channel_layout,sample_rate',
  ',pix_fmt,has_b_frames,sample_aspect_ratio,field_order,color_space,color_transfer,color_primaries,r_frame_rate,avg_frame_rate,time_base,start_time,duration,nb_frames',
  ':stream_disposition=default,attached_pic,timed_thumbnails',
  ':stream_tags=timecode,rotate,alpha_mode:stream_side_data=side_data_type,displaymatrix,dv_profile,dv_bl_signal_compatibility_id',
  ':program_stream=index',
  ':format=format_name,start_time,duration,size:format_tags=timecode,major_brand',
].join('');

/** FFmpeg goes on to the end of an mp4, and reads the first index alone. */
const SECOND_INDEX = /Found duplicated MOOV Atom/;

/**
 * Of an MXF without it, as one that was cut off before its end, FFmpeg presumes that all pictures
 * have as many bytes.
 */
const LOST_INDEX = /^\[mxf @ .* broken or empty index$/;

/** FFmpeg then tells as its length how long its bytes last at its bit rate. */
const GUESSED_LENGTH = /Estimating duration from bitrate/;

/**
 * In WAV FFmpeg takes the second that it comes to from the bytes before it and the rate that the
 * header states. FFmpeg's own ADPCM states one that is off by a third and more.
 */
const isSoughtByRate = ({ format, streams }: Description): boolean =>
  format.format_name === 'wav' && streams.some(({ codec_name = '' }) => /^adpcm_/.test(codec_name));

/** FFmpeg then takes each tick of the track for a second. */
const NO_SCALE = /Invalid mdhd time scale/;
const SECOND_TICKS = '1/1';

/** With what messages tell of a file and no member of the description does. */
export interface Described extends Description {
  readonly hasSecondIndex: boolean;
  readonly lacksIndex: boolean;
  /** Whether its length is not one that it states. */
  readonly guessesLength: boolean;
  /** Streams whose edit list has a pause behind its beginning. */
  readonly pausing: ReadonlySet<number>;
}

/**
 * The streams, and the first frames of all of them: a process of its own for each would cost more
 * than it decodes.
 * @param withFrames whether frames are asked for: not again where decoding them ended the decoder
 * @throws DomainError no_video_stream, which names the limit where one was met
 */
export async function describeFile(
  binaries: Binaries,
  input: string,
  signal: AbortSignal,
  { withFrames } = { withFrames: true },
): Promise<Described> {
  const frames = ['-read_intervals', `%+#${FIRST_PACKETS}`];
  const args = [
    '-v',
    TELLS_OF_LOSS,
    ...guards(input, binaries),
    ...PIXEL_GUARD,
    ...(withFrames ? frames : []),
    '-show_entries',
    withFrames ? `${ENTRIES}:frame=stream_index,nb_samples,${FRAME_ENTRIES}` : ENTRIES,
    '-of',
    'json',
    inputName(input, binaries),
  ];
  let limit: DomainError | undefined;
  let why: string | undefined;
  let isGuess = false;
  let hasSecondIndex = false;
  let lacksIndex = false;
  let lacksScale = false;
  let guessesLength = false;
  const paused = new Set<number>();
  const { code, output, killedFor } = await runTool(binaries.ffprobe, args, {
    signal,
    maxBytes: MAX_DESCRIPTION_BYTES,
    proxy: binaries.proxy,
    hear: (line) => {
      limit ??= limitIn(line);
      hasSecondIndex ||= SECOND_INDEX.test(line);
      lacksIndex ||= LOST_INDEX.test(line);
      lacksScale ||= NO_SCALE.test(line);
      guessesLength ||= GUESSED_LENGTH.test(line);
      const stream = pausing(line);
      if (stream !== undefined) paused.add(stream);
      isGuess ||= IS_GUESS.test(line);
      why ??= foreignKind(line) ?? (isGuess ? undefined : lostIndex(line));
    },
  });
  const isBroken = killedFor !== undefined || code === null;
  if (withFrames && isBroken) return describeFile(binaries, input, signal, { withFrames: false });
  if (killedFor) throw limitOfKill(killedFor, { bytes: MAX_DESCRIPTION_BYTES, of: 'its streams' });
  if (code === null) throw notMedia('the decoder breaks down on it');
  if (code !== 0) {
    if (limit) throw limit;
    const first = { place: 0, most: FIRST_BYTES };
    const seen = why ?? looksLike(await rawBytes(binaries, input, first, signal));
    throw notMedia(seen ?? 'its container is damaged or of another kind');
  }
  const description = Description.parse(JSON.parse(output.toString('utf8')));
  const still = photo(description);
  if (still) throw notMedia(still);
  if (lacksScale && pictureStream(description)?.time_base === SECOND_TICKS) throw unscaled();
  // A picture whose size is over the limit is listed without one, beside other streams that are
  // read. Of too many tracks FFmpeg 7 and later list the first ones and end well.
  if (limit && (!pictureStream(description) || description.streams.length >= MAX_STREAMS)) {
    throw limit;
  }
  lacksIndex ||= isSoughtByRate(description);
  return { ...description, hasSecondIndex, lacksIndex, guessesLength, pausing: paused };
}
