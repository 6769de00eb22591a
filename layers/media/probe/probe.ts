import { type PictureStream, type Probe, WidePrimaries } from '../../domain/sources/probe.ts';
import { isCaptionText, unreadCaptions } from '../captions/caption-streams.ts';
import { holdsWords } from '../captions/holds-words.ts';
import { carriesPictureCaptions, userDataBeside } from '../captions/picture-captions.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { findContentBox } from './content-box.ts';
import { type Described, describeFile } from './describe-file.ts';
import {
  audioStreams,
  type Description,
  fraction,
  isInFragments,
  otherPictures,
  pictureStream,
  type Stream,
  seconds,
  startTimecode,
  statedEnds,
} from './describe-streams.ts';
import { pausesOf } from './edit-lists.ts';
import { fieldOrderOf, fieldsOf } from './fields.ts';
import { endOf, endOfSound } from './last-frame.ts';
import type { Frame } from './list-frames.ts';
import { listedLength } from './listed-length.ts';
import { oggPages } from './ogg-pages.ts';
import { displayedSize, orientationOf, saysNowAndThen } from './orientation.ts';
import {
  later,
  type OpenedFile,
  type PictureTimes,
  pictureTimes,
  refuseFullClock,
} from './picture-times.ts';
import { dolbyColours, hasAlpha, hasAlphaBeside, isRgb } from './pixel-forms.ts';
import { turnedNowAndThen } from './refusals.ts';
import { soundBefore, soundOf } from './sound-streams.ts';
import { unreadBehind } from './unread.ts';
import { unreadPicture } from './unread-picture.ts';

/** A stated length that is off by less is no sign of damage where nothing else tells of any. */
const STATED_SLACK_SECONDS = 1;
/** The same of an MXF, which states how many frames it has. */
const COUNTED_SLACK_SECONDS = 0.25;

/**
 * FFmpeg guesses their length by the bits of their beginning; of Ogg where recordings were put one
 * behind the other, of WAV where it has not as many bytes as it states, of AVI by all bytes of the
 * file, which are not sound alone.
 */
const STATES_NO_LENGTH: ReadonlySet<string> = new Set(['aac', 'avi', 'mp3', 'ogg', 'wav']);

/** What the description alone tells. */
type Listed = Pick<
  Probe,
  'format' | 'audio' | 'sounds' | 'captions' | 'holdsCaptions' | 'secondIndex' | 'lacksIndex'
>;

/**
 * Opens a file and learns what reading it needs.
 * @throws DomainError no_video_stream when the bytes cannot be read as media
 */
export async function probe(
  binaries: Binaries,
  input: string,
  signal: AbortSignal,
): Promise<Probe> {
  const description = await describeFile(binaries, input, signal);
  const file = { binaries, input, description, signal };
  const stream = pictureStream(description);
  const heard = audioStreams(description, stream);
  const unknown = stream ? {} : unreadPicture(description, heard);
  const captions = description.streams.filter(isCaptionStream).length;
  const listed: Listed = {
    format: description.format.format_name,
    audio: heard.map(({ index }) => index),
    sounds: heard.map((stream) => soundOf(stream, description.frames)),
    captions,
    holdsCaptions: captions > 0 || unreadCaptions(description) !== undefined,
    ...(holdsMore(description, stream ?? heard[0]) && { secondIndex: true }),
    ...(description.lacksIndex && { lacksIndex: true }),
  };
  const [found, behind, pages] = await Promise.all([
    stream ? withPicture(file, stream, listed) : soundAlone(file, listed),
    unreadBehind(file, stream ?? heard[0]),
    oggPages(file),
  ]);
  const isSilent = captions > 0 && heard.length === 0;
  return {
    ...found,
    // Nothing is paid for words where there are none.
    ...(isSilent && !(await holdsWords(binaries, input, found, signal)) && { captions: 0 }),
    ...unknown,
    ...behind,
    ...(pages?.isTorn && { cutOff: true }),
    // A transcript tells of sound alone which seconds come twice.
    ...(stream && pages?.beginsAgain && { restarts: true }),
  };
}

/** Fragments, whose tracks list no packets, are read with whichever index is first. */
const holdsMore = ({ hasSecondIndex }: Described, stream: Stream | undefined): boolean =>
  hasSecondIndex && stream?.nb_frames !== undefined;

/** FFmpeg tells no length of an ASF, or guesses it, where what it states does not fit its bytes. */
const hidesLength = ({ format, guessesLength }: Described): boolean =>
  format.format_name === 'asf' && (guessesLength || format.duration === undefined);

async function soundAlone(file: OpenedFile, listed: Listed): Promise<Probe> {
  const { description } = file;
  const { start, length, end: stated } = statedEnds(description);
  // From the beginning there is no doubt what a stated length means, if it is that of the sound.
  const isKnown =
    start <= 0 &&
    stated !== undefined &&
    !STATES_NO_LENGTH.has(listed.format) &&
    !description.streams.some(isSubtitle);
  const [near, { restarts }] = await Promise.all([
    isKnown
      ? { end: stated, isCutOff: false, beginsAgain: false }
      : endOfSound(file, description.lacksIndex ? undefined : stated),
    later(file, start),
  ]);
  // The end of such a file is that of its last part.
  const last = restarts ? await endOfSound({ ...file, restarts }, undefined) : near;
  const duration = last === undefined ? (length ?? 0) : last.end - start;
  refuseFullClock(restarts, duration);
  const [first] = audioStreams(description);
  const listedSeconds = first && listedLength(description.format, first);
  const isShort = (listedSeconds ?? 0) - STATED_SLACK_SECONDS > duration;
  const told = listedSeconds ?? length;
  const lacks = isShort || (last?.isCutOff && (told === undefined || told > duration));
  const isInDoubt = hidesLength(description) || (description.guessesLength && last?.isCutOff);
  const listened = { ...listed, picture: null, width: 0, height: 0, origin: start, duration };
  return {
    ...listened,
    ...((restarts || last?.beginsAgain) && { restarts: true }),
    ...(isInDoubt
      ? { mayBeCutOff: true }
      : lacks && (told === undefined ? { cutOff: true } : { stated: told })),
  };
}

async function withPicture(file: OpenedFile, stream: Stream, listed: Listed): Promise<Probe> {
  const { binaries, input, description, signal } = file;
  const times = await pictureTimes(file, stream, listed.audio.length > 0);
  const { origin, late, last, restarts, byIndex, goesOnAs, reshaped, timeBase } = times;
  const { index } = stream;
  const pauses = description.pausing.has(index) ? await pausesOf(file, { index, timeBase }) : [];
  if (startsAnewAtTurns(binaries) && saysNowAndThen(times.frames)) throw turnedNowAndThen();
  const duration = times.videoEnd - origin;
  const picture = pictureOf(description, stream, times);
  const dolby = dolbyColours(stream);
  const [width, height] = displayedSize(
    [picture.codedWidth, picture.codedHeight],
    picture.pixelAspect,
    picture.rotation,
  );
  const found: Probe = {
    ...listed,
    origin,
    duration,
    picture,
    width,
    height,
    ...(late > 0 && { pictureLate: late }),
    ...soundBefore(audioStreams(description, stream)[0], origin - late),
    ...(restarts && { restarts }),
    ...(byIndex && { byIndex }),
    ...(goesOnAs !== undefined ? { goesOnAs } : picturesBeside(description, stream)),
    ...(reshaped &&
      seesOneShape(binaries) && {
        reshaped: { around: reshaped.second - origin, pixelAspect: reshaped.pixelAspect },
      }),
    ...(pauses.length > 0 && { pauses: pauses.map(([from, to]) => [from - origin, to - origin]) }),
    ...(hasAlphaBeside(stream) && { alphaBeside: true }),
    ...(dolby !== undefined && { dolbyColours: dolby }),
    ...(await lacking(file, stream, {
      had: [origin + duration, duration],
      isCutOff: last?.isCutOff ?? false,
      frameSeconds: times.frameSeconds,
    })),
  };
  const { start } = statedEnds(description);
  const beside = listed.holdsCaptions ? undefined : userDataBeside(picture.codec, start);
  const looking = { binaries, input, picture, keyframes: last?.keyframes, beside, signal };
  const { contentBox, fieldOrders, written } = await findContentBox(looking, found);
  const seen = [...times.frames.map(fieldOrderOf), ...fieldOrders];
  const carries = () =>
    written ? beside?.hold(written) : carriesPictureCaptions(binaries, input, picture, signal);
  const isCaptioned = (beside && (await carries())) ?? false;
  return {
    ...found,
    picture: { ...picture, ...fieldsOf(stream, seen), contentBox },
    ...(isCaptioned && { captions: 1, holdsCaptions: true }),
  };
}

/** The variants of a playlist are one picture. */
const PLAYLISTS: ReadonlySet<string> = new Set(['hls', 'applehttp', 'dash']);

function picturesBeside(description: Description, stream: Stream): Pick<Probe, 'otherPictures'> {
  const others = otherPictures(description, stream);
  const isPlaylist = description.format.format_name.split(',').some((name) => PLAYLISTS.has(name));
  return others > 0 && !isPlaylist ? { otherPictures: others } : {};
}

const startsAnewAtTurns = ({ release }: Binaries): boolean => release === 5 || release === 6;

/** From 7 on the command line gives each picture the pixel aspect that the stream begins with. */
const seesOneShape = ({ release }: Binaries): boolean => release >= 7;

/** The picture but for its black bars. */
function pictureOf(description: Description, stream: Stream, times: PictureTimes): PictureStream {
  const { timeBase, firstPts, rate, peakRate, frames, origin, last } = times;
  const primaries = WidePrimaries.safeParse(stream.color_primaries);
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    codedWidth: stream.width ?? 1,
    codedHeight: stream.height ?? 1,
    pixelAspect: fraction(stream.sample_aspect_ratio) ?? [1, 1],
    ...orientationOf(stream, frames),
    timeBase,
    firstPts,
    end: times.end - origin,
    ...(last === undefined ? {} : { lastAt: last.at - origin }),
    rate,
    peakRate,
    ...fieldsOf(stream, frames.map(fieldOrderOf)),
    namesColorMatrix:
      isRgb(stream.pix_fmt) || ![undefined, 'unknown', 'reserved'].includes(stream.color_space),
    hdr:
      { smpte2084: 'pq' as const, 'arib-std-b67': 'hlg' as const }[stream.color_transfer ?? ''] ??
      null,
    ...(primaries.success && { primaries: primaries.data }),
    ...(hasAlpha(description, stream) && { hasAlpha: true }),
    ...(cutsEdges(stream) && { cutsEdges: true }),
    ...(isTimedAsStored(description, frames) && { timedAsStored: true }),
    timecode: startTimecode(description, stream),
    contentBox: null,
  };
}

/** The clean aperture of QuickTime and MP4, or how Matroska says to crop. */
const cutsEdges = ({ side_data_list }: Stream): boolean =>
  side_data_list.some(({ side_data_type }) => side_data_type === 'Frame Cropping');

/** MXF may lack the offsets between both orders; its pictures come at one rate. */
const isTimedAsStored = ({ format }: Description, frames: readonly Frame[]): boolean =>
  format.format_name === 'mxf' &&
  frames.some(({ pts = 0 }, i) => pts < (frames[i - 1]?.pts ?? pts));

const isSubtitle = ({ codec_type }: Stream): boolean => codec_type === 'subtitle';

const isCaptionStream = (stream: Stream): boolean => isSubtitle(stream) && isCaptionText(stream);

/** What a read of a file's end tells. */
interface End {
  /** Where it ends, and its length, in seconds. */
  readonly had: readonly number[];
  readonly isCutOff: boolean;
  readonly frameSeconds: number;
}

type Lacking = Pick<Probe, 'stated' | 'cutOff' | 'mayBeCutOff'>;

/** What a file says of its length, where nothing that it holds lasts so long. */
async function lacking(file: OpenedFile, stream: Stream, end: End): Promise<Lacking> {
  const { description } = file;
  const found = lackingLength(description, stream, end);
  if (found.stated === undefined || end.isCutOff) return found;
  const kinds = [
    ...(description.streams.some(isSubtitle) ? ['s' as const] : []),
    ...(otherPictures(description, stream) > 0 ? ['v' as const] : []),
  ];
  const stated = statedEnds(description).end;
  const beside = await Promise.all(kinds.map((kind) => endOf(kind, file, stated)));
  const had = [...end.had, ...beside.flatMap((last) => (last ? [last.end] : []))];
  return lackingLength(description, stream, {
    had,
    isCutOff: end.isCutOff,
    frameSeconds: end.frameSeconds,
  });
}

/** What a file says of its length, where it has less; headers are off by a little. */
function lackingLength(
  description: Described,
  stream: Stream,
  { had, isCutOff, frameSeconds }: End,
): Lacking {
  if (hidesLength(description)) return { mayBeCutOff: true };
  const { format } = description;
  const listed = listedLength(format, stream);
  const told = seconds(stream.duration);
  const stated = listed ?? told ?? seconds(format.duration);
  if (stated === undefined) return isCutOff ? { cutOff: true } : {};
  const whole = listed ?? seconds(format.duration) ?? stated;
  // What Matroska states is, by who wrote it, the length or where it ends.
  const least = Math.min(stated, whole);
  const isShort = isCutOff || (listed ?? 0) > (told ?? 0);
  const usual = format.format_name === 'mxf' ? COUNTED_SLACK_SECONDS : STATED_SLACK_SECONDS;
  const slack = isShort ? frameSeconds / 2 : usual;
  if (least - slack > Math.max(...had)) return { stated: least };
  // Of fragments FFmpeg tells how long those last that are there.
  return isCutOff && isInFragments(description, stream) ? { cutOff: true } : {};
}
