import { guards, inputName, packetsByIndex } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { FOLLOWING, type Span, soundLeapsAt, WILD_SECONDS, withoutLeaps } from './leaps.ts';
import { framesWithin, type Opening, ptsOf, runProbe } from './list-frames.ts';

/** How far before the presumed end the last frame is looked for, in seconds. */
const TAIL_SECONDS = 12;
/** The same where a hole in the file ended the first look before the presumed end. */
const SHORT_TAIL_SECONDS = 2;
/**
 * What MP4 and Matroska are said to lack when they end before bytes that their index or their last
 * block names, MP3 before as many as its first frame states, WAV within what it reads at once of the
 * bytes that it names, and FLV and fragments of MP4 within a packet. Other kinds of file name none.
 */
const CUT_OFF =
  /: partial file$|File ended prematurely|filesize and duration do not match|\[(wav|flv|mov,\S+) @ .*Packet corrupt/;

/**
 * Of an Ogg of several streams that others follow, as where files were put one behind the other:
 * FFmpeg ends there.
 */
const BEGINS_AGAIN = /^\[ogg @ .*Changing stream parameters in multistream ogg/;

/** When something was last shown or heard, and until when. */
export interface Last extends Span {
  /** How many packets hold a keyframe; told where all packets were read. */
  readonly keyframes?: number;
  /** Whether packets near the end have no time, of which one may be shown last. */
  readonly isUntimed: boolean;
  /** Packets near the end whose time is wild, of which one may be shown last. */
  readonly wild: readonly Span[];
  /** Whether the file ends before what it names. */
  readonly isCutOff: boolean;
  /** Whether streams of their own follow, which are not read. */
  readonly beginsAgain: boolean;
}

/**
 * The last frame, in ticks of the stream; undefined when no packet carries a time.
 * Packets near the presumed end are enough; without them (no duration in the header, a file that
 * was cut off) all packets are read, which decodes nothing.
 */
export async function lastFrame(
  opening: Opening,
  presumedEndSeconds: number | undefined,
  ticksPerSecond: number,
): Promise<Last | undefined> {
  const last = await latest(opening, presumedEndSeconds, {
    // FFmpeg says of no packet that it is torn whose stream is left out.
    select: opening.endsInAny ? [] : ['-select_streams', String(opening.stream)],
    only: opening.stream,
    entries: 'packet=stream_index,pts,dts,duration,flags',
    perSecond: ticksPerSecond,
  });
  const canSeek = !opening.lacksIndex && !opening.restarts;
  return last && canSeek && (last.isUntimed || last.wild.length > 0)
    ? lastDecoded(opening, last, ticksPerSecond)
    : last;
}

/**
 * AVI times no frame that is stored before those it is shown after, program streams time one frame
 * of several in a packet, and a wild time may be a true one: what is shown last is known when it is
 * decoded.
 */
async function lastDecoded(opening: Opening, last: Last, ticksPerSecond: number): Promise<Last> {
  const framesOf = (tail: number) =>
    framesWithin(opening, `${Math.max(0, last.start / ticksPerSecond - tail)}%`);
  const near = await framesOf(SHORT_TAIL_SECONDS);
  // None are decoded where no keyframe comes so late.
  const frames = near.length > 0 ? near : await framesOf(TAIL_SECONDS);
  const timed = frames.findLastIndex((frame) => ptsOf(frame) !== undefined);
  const pts = frames[timed] && ptsOf(frames[timed]);
  if (pts === undefined) return last;
  const length = last.end - last.start;
  const start = pts + (frames.length - 1 - timed) * length;
  const { end } = last.wild.find((packet) => packet.start === start) ?? { end: start + length };
  return start > last.start ? { ...last, start, end } : last;
}

/**
 * Where the last sound ends, in seconds on the file's clock; undefined when no packet carries a
 * time. Headers do not tell: the length that Matroska states is, by who wrote it, the end or what
 * lies before it.
 */
export function endOfSound(
  opening: Omit<Opening, 'stream'>,
  presumedEndSeconds: number | undefined,
): Promise<Pick<Last, 'end' | 'isCutOff' | 'beginsAgain'> | undefined> {
  const leapAt = (packets: readonly Span[]) => soundLeapsAt(packets, presumedEndSeconds);
  return latest(opening, presumedEndSeconds, { ...endsOf('a'), leapAt });
}

/** Where the last caption, or the last picture of all streams, ends, likewise. */
export function endOf(
  kind: 's' | 'v',
  opening: Omit<Opening, 'stream'>,
  presumedEndSeconds: number | undefined,
): Promise<Pick<Last, 'end'> | undefined> {
  return latest(opening, presumedEndSeconds, endsOf(kind));
}

/** Which packets are asked for, and in what unit they tell their times. */
interface Packets {
  readonly select: readonly string[];
  /** The stream whose packets count, where others are asked for too. */
  readonly only?: number;
  readonly entries: string;
  readonly perSecond: number;
  /** Picks those from which on times are not believed, of packets as they are stored. */
  readonly leapAt?: (packets: readonly Span[]) => number;
}

const endsOf = (kind: 'a' | 's' | 'v'): Packets => ({
  select: ['-select_streams', kind],
  entries: 'packet=stream_index,pts_time,dts_time,duration_time,flags',
  perSecond: 1,
});

async function latest(
  opening: Omit<Opening, 'stream'>,
  presumedEndSeconds: number | undefined,
  packets: Packets,
): Promise<Last | undefined> {
  if (presumedEndSeconds === undefined) return latestFrom(opening, packets);
  const from = (seconds: number) =>
    latestFrom(opening, packets, Math.max(0, presumedEndSeconds - seconds));
  const last = (await from(TAIL_SECONDS)) ?? (await latestFrom(opening, packets));
  const near = presumedEndSeconds - SHORT_TAIL_SECONDS / 2;
  if (last === undefined || last.end / packets.perSecond > near) return last;
  const later = await from(SHORT_TAIL_SECONDS);
  return later && later.end > last.end ? later : last;
}

const TIME = /^-?\d+(\.\d+)?$/;

/** GXF and AVI of H.264 whose pictures are stored out of order time no packet for display. */
function lastUntimed(decoded: readonly number[]): Span | undefined {
  const [before, last] = decoded.slice(-2);
  return before === undefined || last === undefined
    ? undefined
    : { start: last, end: last + (last - before) };
}

async function latestFrom(
  { binaries, input, byIndex, restarts, signal }: Omit<Opening, 'stream'>,
  { select, only, entries, perSecond, leapAt }: Packets,
  from = 0,
): Promise<Last | undefined> {
  const args = [
    '-v',
    TELLS_OF_LOSS,
    ...guards(input, binaries),
    ...packetsByIndex({ byIndex }),
    ...select,
    ...(from > 0 ? ['-read_intervals', `${from}%`] : []),
    '-show_entries',
    entries,
    '-of',
    'csv=p=0',
    inputName(input, binaries),
  ];
  let isCutOff = false;
  let beginsAgain = false;
  const output = await runProbe(binaries, args, signal, (line) => {
    isCutOff ||= CUT_OFF.test(line);
    beginsAgain ||= BEGINS_AGAIN.test(line);
  });
  const all: Span[] = [];
  /** When packets are decoded that nothing tells of when they are shown. */
  const untimed: number[] = [];
  const areTimed: boolean[] = [];
  let keyframes = 0;
  for (const line of output.toString('latin1').split('\n')) {
    const [index = '', pts = '', dts = '', duration = '', flags = ''] = line.split(',');
    if (only !== undefined && Number(index) !== only) continue;
    if (flags.includes('K')) keyframes += 1;
    // Packets that an edit list cuts away are decoded but never shown.
    if (pts === '' || flags.includes('D')) continue;
    const isTimed = TIME.test(pts);
    areTimed.push(isTimed);
    if (!isTimed && TIME.test(dts)) untimed.push(Number(dts));
    if (!isTimed) continue;
    all.push({ start: Number(pts), end: Number(pts) + (Number(duration) || 0) });
  }
  let last: Span | undefined;
  const wild: Span[] = [];
  const believed = withoutLeaps(all.slice(0, leapAt?.(all)), WILD_SECONDS * perSecond);
  for (const [i, packet] of believed.entries()) {
    const following = believed.slice(i + 1, i + 1 + FOLLOWING).map(({ start }) => start);
    if (!restarts && packet.start > Math.min(...following) + WILD_SECONDS * perSecond) {
      if (following.length < FOLLOWING) wild.push(packet);
    } else if (last === undefined || packet.start > last.start) last = packet;
  }
  last ??= lastUntimed(untimed);
  if (last === undefined) return undefined;
  const isUntimed = areTimed.slice(-FOLLOWING).includes(false);
  return { ...last, isUntimed, wild, isCutOff, beginsAgain, ...(from === 0 ? { keyframes } : {}) };
}
