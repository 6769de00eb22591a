/** What a line of ffmpeg's messages says went wrong. */
export interface Fault {
  /** What it may have harmed; a container's faults harm both. */
  readonly harms: 'picture' | 'sound' | 'both';
  /** A picture comes nevertheless, with errors in it. */
  readonly spoils: boolean;
  /** Set where a picture needs another one that did not come. */
  readonly lacks?: true;
}

/**
 * Messages tell their level with this, and those that are the same as the one before are not left
 * out.
 */
const WITH_LEVELS = 'repeat+level+info';

/** What every decode is begun with whose messages are read: levels named, the clock of the file kept. */
export const TELLING_DECODE = [
  '-hide_banner',
  '-nostats',
  '-nostdin',
  '-v',
  WITH_LEVELS,
  '-copyts',
] as const;

/** Decoders of sound, as ffmpeg names them. */
const SOUND =
  /^(aac|mp[123]|e?ac3|ac4|opus|libopus|vorbis|libvorbis|flac|alac|pcm|adpcm|dca|truehd|mlp|wma|amr|dvaudio|ape|tta|wavpack|cook|SWR)/;
/** What writes to our pipes complains of times that nobody reads there. */
const OURS = /^(rawvideo|s16le|null$|out#|vost#|aost#|fc#|Parsed_|swscaler)/;
/** A name that is a list is a demuxer's, which has aliases; NULL is a parser's. */
const CONTAINER =
  /^$|,|^(NULL|avi|mxf|gxf|lxf|mpegts|mpeg|dv|flv|asf|ogg|wav|in#|https?|hls|dash)$/;
const LINE = /^(?:\[([^\]]+?)(?: @ [^\]]+)?\] )?\[(\w+)\] (.*)/;
const SPOILT = /corrupt decoded frame|concealing \d+ DC/;
const LACKS =
  /Could not find ref|Missing reference picture|reference picture missing|Frame num gap/;
/** The same of decoders that mark no picture as corrupt: FFV1, WMV and its kin, MJPEG, DV. */
const SPOILT_UNMARKED =
  /slice CRC mismatch|ignoring overflow at|error y=\d+ x=\d+|AC EOB marker is absent/;
/** `Error while decoding stream #0:1`; newer releases name it `dec:aac` or `aist#0:1/aac`. */
const STREAM = /\bstream (?:#0:)?(\d+)/;
const NAMED_DECODER = /^(?:dec:|[av]ist#[\d:]+\/)(\w+)/;

const TORN = /\bPacket corrupt \(stream = (\d+), dts = (-?\d+)\)/;

/**
 * When a packet of the picture is decoded of which a part did not arrive, in ticks. The demuxer of
 * transport streams counts packets and tells of it; the decoder may find nothing amiss.
 */
export function tornAt(line: string, pictureIndex: number | undefined): number | undefined {
  const [, stream, dts] = TORN.exec(line) ?? [];
  return stream !== undefined && Number(stream) === pictureIndex ? Number(dts) : undefined;
}

/** The fault that a line tells of; most lines tell of none. */
export function faultIn(line: string, pictureIndex: number | undefined): Fault | undefined {
  const [, context = '', level = '', text = ''] = LINE.exec(line) ?? [];
  const lacks = LACKS.test(text);
  const spoils = lacks || SPOILT.test(text) || SPOILT_UNMARKED.test(text);
  if (!spoils && level !== 'error' && level !== 'fatal') return undefined;
  if (OURS.test(context)) return undefined;
  return { harms: harmed(context, text, pictureIndex), spoils, ...(lacks && { lacks }) };
}

function harmed(context: string, text: string, picture: number | undefined): Fault['harms'] {
  const stream = STREAM.exec(text)?.[1];
  if (stream !== undefined) return Number(stream) === picture ? 'picture' : 'sound';
  const decoder = NAMED_DECODER.exec(context)?.[1] ?? context;
  if (SOUND.test(decoder)) return 'sound';
  return CONTAINER.test(decoder) ? 'both' : 'picture';
}
