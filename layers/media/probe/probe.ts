import { DomainError } from '../../domain/errors.ts';
import type { PictureStream, Probe, SoundStream } from '../../domain/sources/probe.ts';
import { hasPictureCaptions, isCaptionText } from '../captions/caption-streams.ts';
import { carriesPictureCaptions, userDataBeside } from '../captions/picture-captions.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, MAX_STREAMS, PIXEL_GUARD } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { CLOCK_SECONDS, clockRestarts } from './clock-restarts.ts';
import { findContentBox } from './content-box.ts';
import {
  audioStreams,
  Description,
  fraction,
  pictureStream,
  type Stream,
  startTimecode,
} from './describe-streams.ts';
import { foreignKind } from './foreign-kind.ts';
import { frameRates } from './frame-rates.ts';
import {
  endOfSound,
  FRAME_ENTRIES,
  type Frame,
  firstFrames,
  lastFrame,
  ptsOf,
} from './frames-at-ends.ts';
import { limitIn, limitOfKill } from './limits.ts';
import { displayedSize, orientationOf } from './orientation.ts';

const MAX_DESCRIPTION_BYTES = 4_000_000;
/** Packets of all streams that are decoded with the description: a dozen of them are pictures. */
const FIRST_PACKETS = 32;
/** A stated length that is off by less is no sign of damage where nothing else tells of any. */
const STATED_SLACK_SECONDS = 1;
/**
 * Sound that runs on longer than this after the last frame belongs to the video; where it begins
 * earlier than this before the first one, that is told.
 */
const SOUND_SLACK_SECONDS = 0.5;
/** Shorter packets of sound need no run-up of their own. */
const LONG_PACKET_SECONDS = 0.15;

/**
 * Opens a file and learns what reading it needs.
 * @throws DomainError no_video_stream when the bytes cannot be read as media
 */
export async function probe(
  binaries: Binaries,
  input: string,
  signal: AbortSignal,
): Promise<Probe> {
  const description = await describe(binaries, input, signal);
  const stream = pictureStream(description);
  const heard = audioStreams(description);
  const audio = heard.map(({ index }) => index);
  const sounds = heard.map((stream) => soundOf(stream, description.frames));
  const captions = description.streams.filter(isCaptionStream).length;
  const isCaptioned = captions > 0 || hasPictureCaptions(description);
  if (!stream && audio.length === 0) throw notMedia('it holds neither picture nor sound');

  const start = seconds(description.format.start_time) ?? 0;
  const length = seconds(description.format.duration);
  const containerEnd = length === undefined ? undefined : start + length;
  if (!stream) {
    // From the beginning there is no doubt what a stated length means.
    const end =
      start > 0 ? await endOfSound({ binaries, input, signal }, containerEnd) : containerEnd;
    return {
      ...NO_PICTURE,
      format: description.format.format_name,
      origin: start,
      duration: end === undefined ? (length ?? 0) : end - start,
      audio,
      sounds,
      captions,
      holdsCaptions: isCaptioned,
    };
  }

  const timeBase = fraction(stream.time_base) ?? [1, 1000];
  const opening = { binaries, input, stream: stream.index, signal };
  const bytes = Number(description.format.size ?? 0);
  const [frames, last, restarts] = await Promise.all([
    firstFrames(opening, description.frames),
    lastFrame(opening, containerEnd, timeBase[1] / timeBase[0]),
    description.format.format_name === 'mpegts' &&
      clockRestarts(binaries, input, { start, bytes }, signal),
  ]);
  const firstPts = frames.map(ptsOf).find((pts) => pts !== undefined);
  const [first] = frames;
  if (first === undefined) throw notMedia('no frame of its picture can be decoded');
  // Where only some have no time, the seconds of all later ones would be too early.
  const isEarly = isMatroska(description) && ptsOf(first) === undefined;
  if (firstPts === undefined || isEarly) throw untimed();

  const inSeconds = (ticks: number) => (ticks * timeBase[0]) / timeBase[1];
  const rates = frameRates(stream, frames, timeBase);
  const origin = inSeconds(firstPts);
  const frameSeconds = rates.rate[1] / rates.rate[0];
  // Some containers (GXF) time no packet for display; their header's length is all there is.
  const end = last === undefined ? origin + (length ?? 0) : inSeconds(last.end);
  // Nor do some streams tell how long their packets last.
  const shown = last && last.start === last.end ? end + frameSeconds : end;
  const pictureEnd = Math.max(shown, origin + frameSeconds);
  const runsOn = (second: number | undefined): second is number =>
    audio.length > 0 && second !== undefined && second > pictureEnd + SOUND_SLACK_SECONDS;
  // Of AVI ffmpeg tells the length of the picture alone.
  const mayRunOn = runsOn(containerEnd) || (audio.length > 0 && isAvi(description));
  const soundEnd = mayRunOn ? await endOfSound(opening, containerEnd) : undefined;

  const { rotation, mirrored } = orientationOf(stream);
  const pixelAspect = fraction(stream.sample_aspect_ratio) ?? [1, 1];
  const coded = [stream.width ?? 1, stream.height ?? 1] as const;
  const [width, height] = displayedSize(coded, pixelAspect, rotation);
  const duration = (runsOn(soundEnd) ? soundEnd : pictureEnd) - origin;
  if (restarts && duration > CLOCK_SECONDS / 2) throw notMedia(RESTARTS);
  const picture: PictureStream = {
    index: stream.index,
    codec: stream.codec_name ?? '',
    codedWidth: coded[0],
    codedHeight: coded[1],
    pixelAspect,
    rotation,
    mirrored,
    timeBase,
    firstPts,
    end: pictureEnd - origin,
    ...(last === undefined ? {} : { lastAt: inSeconds(last.start) - origin }),
    ...rates,
    fieldOrder: fieldOrder(stream, frames),
    namesColorMatrix: ![undefined, 'unknown', 'reserved'].includes(stream.color_space),
    hdr:
      { smpte2084: 'pq' as const, 'arib-std-b67': 'hlg' as const }[stream.color_transfer ?? ''] ??
      null,
    timecode: startTimecode(description, stream),
    contentBox: null,
  };
  const found: Probe = {
    format: description.format.format_name,
    origin,
    duration,
    picture,
    width,
    height,
    audio,
    sounds,
    captions,
    holdsCaptions: isCaptioned,
    ...soundBefore(heard, origin),
    ...(restarts && { restarts }),
    ...statedLength(
      description,
      stream,
      [origin + duration, duration],
      last?.isCutOff ? frameSeconds / 2 : STATED_SLACK_SECONDS,
    ),
  };
  const beside = isCaptioned ? undefined : userDataBeside(picture.codec, start);
  const looking = { binaries, input, picture, keyframes: last?.keyframes, beside, signal };
  const { contentBox, written } = await findContentBox(looking, found);
  const carries = () =>
    written ? beside?.hold(written) : carriesPictureCaptions(binaries, input, picture, signal);
  return {
    ...found,
    picture: { ...picture, contentBox },
    holdsCaptions: isCaptioned || ((beside && (await carries())) ?? false),
  };
}

const isCaptionStream = ({ codec_type, codec_name }: Stream): boolean =>
  codec_type === 'subtitle' && isCaptionText(codec_name);

/**
 * The length that a file states, where it has less; headers are off by a little.
 * @param had where it ends, and its length, in seconds
 * @param slack seconds that it may have less than it states
 */
function statedLength(
  { format }: Description,
  stream: Stream,
  had: readonly number[],
  slack: number,
): Pick<Probe, 'stated'> {
  const stated = seconds(stream.duration) ?? seconds(format.duration) ?? 0;
  const whole = seconds(format.duration) ?? stated;
  // What Matroska states is, by who wrote it, the length or where it ends.
  const least = Math.min(stated, whole);
  return least - slack > Math.max(...had) ? { stated: least } : {};
}

const NO_PICTURE = { picture: null, width: 0, height: 0 } as const;

const notMedia = (why: string) =>
  new DomainError(
    'no_video_stream',
    `The file cannot be read as a video: ${why}. Send mp4, mov, mkv, webm, avi, mxf, gxf, lxf, ts or dv.`,
  );

const isMatroska = ({ format }: Description) => format.format_name.split(',').includes('matroska');

const isAvi = ({ format }: Description) => format.format_name === 'avi';

/** Matroska times blocks by signed offsets; FFmpeg gives no time to a picture before zero. */
const untimed = () =>
  new DomainError(
    'no_video_stream',
    'The first pictures of the file have no time, as those that Matroska keeps from before its zero: their seconds cannot be named. Write it anew from zero (`ffmpeg -i FILE -c copy FIXED.mkv`) and send that.',
  );

const RESTARTS =
  'its clock steps back in the middle, as where files were put one behind the other, and no second can be named. Send its parts one by one, or joined by a tool that gives them one clock';

/** The seconds of sound before the first frame, where there are more than a moment's. */
function soundBefore(heard: readonly Stream[], origin: number): Pick<Probe, 'soundBefore'> {
  const starts = heard.map((stream) => seconds(stream.start_time) ?? origin);
  const before = origin - Math.min(origin, ...starts);
  return before > SOUND_SLACK_SECONDS ? { soundBefore: before } : {};
}

/** No more than is used: tags may be of any length. */
const ENTRIES = [
  'stream=index,codec_type,codec_name,width,height,channels,channel_layout,sample_rate,sample_aspect_ratio',
  ',field_order,color_space,color_transfer,r_frame_rate,avg_frame_rate,time_base,start_time,duration',
  ':stream_disposition=default,attached_pic,timed_thumbnails',
  ':stream_tags=timecode,rotate:stream_side_data=side_data_type,displaymatrix',
  ':format=format_name,start_time,duration,size:format_tags=timecode',
].join('');

/**
 * The streams, and the first frames of all of them: a process of its own for each would cost more
 * than it decodes.
 * @param withFrames false where decoding them ended the decoder
 * @throws DomainError no_video_stream, which names the limit where one was met
 */
async function describe(
  binaries: Binaries,
  input: string,
  signal: AbortSignal,
  withFrames = true,
): Promise<Description> {
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
  let foreign: string | undefined;
  const { code, output, killedFor } = await runTool(binaries.ffprobe, args, {
    signal,
    maxBytes: MAX_DESCRIPTION_BYTES,
    proxy: binaries.proxy,
    hear: (line) => {
      limit ??= limitIn(line);
      foreign ??= foreignKind(line);
    },
  });
  const isBroken = killedFor !== undefined || code === null;
  if (withFrames && isBroken) return describe(binaries, input, signal, false);
  if (killedFor) throw limitOfKill(killedFor, { bytes: MAX_DESCRIPTION_BYTES, of: 'its streams' });
  if (code === null) throw notMedia('the decoder breaks down on it');
  if (code !== 0) {
    throw limit ?? notMedia(foreign ?? 'its container is damaged or of another kind');
  }
  const description = Description.parse(JSON.parse(output.toString('utf8')));
  // A picture whose size is over the limit is listed without one, beside other streams that are
  // read. Of too many tracks FFmpeg 7 and later list the first ones and end well.
  if (limit && (!pictureStream(description) || description.streams.length >= MAX_STREAMS)) {
    throw limit;
  }
  return description;
}

/** What ffmpeg does not know it calls unknown, or leaves out. */
function soundOf(stream: Stream, frames: readonly Frame[]): SoundStream {
  const { codec_name: codec = 'unknown', channels = 0, channel_layout: layout } = stream;
  const samples = frames.map(({ stream_index, nb_samples = 0 }) =>
    stream_index === stream.index ? nb_samples : 0,
  );
  const packetSeconds = Math.max(0, ...samples) / Number(stream.sample_rate);
  return {
    codec,
    channels,
    layout: layout === undefined || layout === 'unknown' ? null : layout,
    ...(packetSeconds > LONG_PACKET_SECONDS && { packetSeconds }),
  };
}

const seconds = (text: string | undefined) => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : undefined;
};

/** What the decoder says of the first frames wins over the container's flag. */
function fieldOrder(stream: Stream, frames: readonly Frame[]): PictureStream['fieldOrder'] {
  const interlaced = frames.find((frame) => frame.interlaced_frame === 1);
  if (interlaced) return interlaced.top_field_first === 1 ? 'top' : 'bottom';
  return (
    ({ tt: 'top', bt: 'top', bb: 'bottom', tb: 'bottom' } as const)[stream.field_order ?? ''] ??
    null
  );
}
