import type { PictureStream, Probe } from '../../domain/sources/probe.ts';
import type { Decoded } from './decoded.ts';
import type { Inventory, StreamInventory } from './inventory.ts';

/** One of the two files: what was learned of it in separate reads. */
interface Evidence {
  readonly probe: Probe;
  readonly picture: PictureStream;
  readonly inventory: Inventory;
  readonly decoded: Decoded;
}

export interface MasterEvidence extends Evidence {
  /** Bytes that arrived when it was taken in. */
  readonly bytes: number;
  /** Its last seconds, listed by a read that began there. */
  readonly tail: Inventory;
}

/** Index of a stream in the master and in the copy. */
export interface Kept {
  readonly kind: 'sound' | 'captions';
  readonly of: number;
  readonly now: number;
  /** The packets are the master's own. */
  readonly isVerbatim: boolean;
}

/** Clocks of containers tick in milliseconds at the coarsest. */
const CLOCK_SECONDS = 0.002;
/** An index or closing tags may follow the last packet. */
const BEHIND_LAST_PACKET = { bytes: 1_048_576, part: 0.01 };

/** Why a copy is not what its master is, in words for the operator; undefined when it is. */
export function differenceOf(
  master: MasterEvidence,
  copy: Evidence,
  kept: readonly Kept[],
): string | undefined {
  return (
    unsound('the master', master) ??
    notReadToItsEnd(master, kept) ??
    unsound('the copy', copy) ??
    otherFrames(master, copy) ??
    otherStreams(master, copy, kept)
  );
}

/** A decode that failed or told of a fault, or had other frames than the container holds. */
function unsound(name: string, { decoded, inventory, picture }: Evidence): string | undefined {
  const { code, faults, firstFault, times } = decoded;
  if (code !== 0) return `the decode of ${name} ended with ${code ?? 'a kill'}`;
  if (faults > 0) return `the decode of ${name} told of ${faults} faults, first: ${firstFault}`;
  const held = inventory.streams.get(picture.index);
  if (!held) return `no packets of the picture of ${name} are listed`;
  if (held.stated !== undefined && held.stated > held.packets) {
    return `${name} states ${held.stated} frames, and ${held.packets} are listed`;
  }
  // Some containers time not every packet; fields may have packets of their own, of which one is
  // timed.
  const allTimed = held.untimed === 0 || held.times.length === times.length;
  const shown = allTimed ? held.times.length : held.times.length + held.untimed;
  if (times.length === 0 || shown !== times.length) {
    return `of ${name} ${times.length} frames were decoded, and ${shown} are listed`;
  }
  // ffmpeg may begin its clock at zero.
  const later = (times[0] ?? 0) - (held.times[0] ?? 0);
  const odd = allTimed ? times.findIndex((pts, i) => pts - later !== held.times[i]) : -1;
  return odd < 0
    ? undefined
    : `frame ${odd} of ${name} was decoded for ${times[odd]}, and is listed for ${held.times[odd]}`;
}

/** What the object's length, the container and the probe say against the reads of the master. */
function notReadToItsEnd(
  { bytes, inventory, tail, probe, picture, decoded }: MasterEvidence,
  kept: readonly Kept[],
): string | undefined {
  if (inventory.bytes !== bytes) {
    return `the master is ${inventory.bytes} bytes long, and ${bytes} were taken in`;
  }
  if (probe.stated !== undefined) {
    return `the master states ${probe.stated} s and has ${probe.duration} s`;
  }
  if (probe.cutOff) return 'the master was cut off';
  if (probe.mayBeCutOff) return 'the master may be cut off';
  // A copy would not tell that bytes are not read, that another index lists more, nor that a stretch
  // is empty.
  if (probe.unread !== undefined)
    return `the last ${probe.unread} bytes of the master are not read`;
  if (probe.secondIndex) return 'the master holds a second index';
  if (probe.pauses !== undefined) return 'the edit list of the master is empty in its middle';
  const listed = inventory.streams.get(picture.index);
  const behind = BEHIND_LAST_PACKET.bytes + bytes * BEHIND_LAST_PACKET.part;
  if (listed?.stated === undefined && inventory.farthest < bytes - behind) {
    return `the last packet of the master ends at byte ${inventory.farthest} of ${bytes}`;
  }
  const [numerator, denominator] = picture.timeBase;
  const lastAt =
    (((decoded.times.at(-1) ?? 0) - (decoded.times[0] ?? 0)) * numerator) / denominator;
  if (picture.lastAt !== undefined && picture.lastAt - lastAt > CLOCK_SECONDS) {
    return `the last frame of the master was decoded for ${lastAt} s, and was at ${picture.lastAt} s`;
  }
  for (const index of [picture.index, ...kept.map(({ of }) => of)]) {
    const [whole, end] = [inventory.streams.get(index)?.end, tail.streams.get(index)?.end];
    // Where the tail has nothing of a stream, that stream ends before it.
    if (end !== undefined && whole !== undefined && end - whole > CLOCK_SECONDS) {
      return `stream ${index} of the master ends at ${end} s, and was listed up to ${whole} s`;
    }
  }
  return undefined;
}

/** Each frame of the copy is as far from the first as the master's, to half a tick. */
function otherFrames(master: Evidence, copy: Evidence): string | undefined {
  const [wanted, times] = [
    master.decoded.times,
    copy.inventory.streams.get(copy.picture.index)?.times,
  ];
  if (times?.length !== wanted.length) {
    return `the copy has ${times?.length ?? 0} frames, and the master ${wanted.length}`;
  }
  const [numerator, denominator] = master.picture.timeBase;
  const ticks = (pts: number) =>
    ((pts - (times[0] ?? 0)) * copy.picture.timeBase[0] * denominator) /
    (copy.picture.timeBase[1] * numerator);
  const odd = wanted.findIndex(
    (pts, i) => Math.abs(ticks(times[i] ?? 0) - (pts - (wanted[0] ?? 0))) >= 0.5,
  );
  return odd < 0 ? undefined : `frame ${odd} of the copy is at another time than the master's`;
}

function otherStreams(master: Evidence, copy: Evidence, kept: readonly Kept[]): string | undefined {
  const secondsOf = ({ picture }: Evidence) =>
    (picture.firstPts * picture.timeBase[0]) / picture.timeBase[1];
  const later = secondsOf(copy) - secondsOf(master);
  for (const { kind, of, now, isVerbatim } of kept) {
    const [was, is] = [master.inventory.streams.get(of), copy.inventory.streams.get(now)];
    const what = `${kind} ${of}`;
    if (!was || !is) {
      // A stream without a packet says nothing in either.
      if (was?.packets === is?.packets) continue;
      return `the ${what} is not in the copy`;
    }
    const difference =
      kind === 'captions' ? otherCues(was, is) : otherSound(was, is, isVerbatim, later);
    if (difference !== undefined) return `the ${what} ${difference}`;
  }
  return undefined;
}

const otherCues = (was: StreamInventory, is: StreamInventory): string | undefined =>
  was.filled === is.filled
    ? undefined
    : `has ${is.filled} cues in the copy, and ${was.filled} in the master`;

/**
 * Sound that is coded anew is cut into other packets, and loses what its coder added at both ends.
 */
function otherSound(
  was: StreamInventory,
  is: StreamInventory,
  isVerbatim: boolean,
  later: number,
): string | undefined {
  if (isVerbatim && was.packets !== is.packets) {
    return `has ${is.packets} packets in the copy, and ${was.packets} in the master`;
  }
  const slack = CLOCK_SECONDS + (isVerbatim ? 0 : 2 * was.longest);
  const begins = is.first - later - was.first;
  const ends = is.end - later - was.end;
  if (Math.abs(begins) > slack) return `begins ${begins} s late in the copy`;
  if (Math.abs(ends) > slack) return `ends ${ends} s late in the copy`;
  return is.total < was.total - slack
    ? `is ${is.total} s long in the copy, and ${was.total} s in the master`
    : undefined;
}
