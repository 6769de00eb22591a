/** When a packet is shown or heard, in ticks of its stream or in seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A time this much later than those of the packets that follow it is a damaged one, unless its
 * frame is shown after theirs: where frames are held for long they are this far apart.
 */
export const WILD_SECONDS = 10;
/**
 * Packets of which one has the time that a damaged one has not; frames are stored out of order
 * within them.
 */
export const FOLLOWING = 8;

/**
 * What is left of packets, as they are stored, without those between a leap ahead and the return to
 * where it began: a clock that was set for a while, not frames that are stored out of order. Each
 * packet is looked at a few times at most, however often the times leap.
 * @param least how far a leap goes, in the unit of the packets
 */
export function withoutLeaps(packets: readonly Span[], least: number): Span[] {
  const earliestFrom = earliestOfRest(packets);
  const kept: Span[] = [];
  let latest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < packets.length; at++) {
    const packet = packets[at] as Span;
    // Where times are far apart most leaps do not return.
    if (packet.start > latest + least && (earliestFrom[at + 1] as number) <= latest + least) {
      let back = at + 1;
      while ((packets[back] as Span).start > latest + least) back++;
      // A clock that begins again before that is another fault, here and behind.
      if ((packets[back] as Span).start < latest - least) return [...kept, ...packets.slice(at)];
      if (back - at >= FOLLOWING) {
        at = back - 1;
        continue;
      }
    }
    latest = kept.length === 0 ? packet.start : Math.max(latest, packet.start);
    kept.push(packet);
  }
  return kept;
}

/** For each place the earliest start from there on; behind the last one there is none. */
function earliestOfRest(packets: readonly Span[]): Float64Array {
  const earliest = new Float64Array(packets.length + 1).fill(Number.POSITIVE_INFINITY);
  for (let at = packets.length - 1; at >= 0; at--)
    earliest[at] = Math.min((packets[at] as Span).start, earliest[at + 1] as number);
  return earliest;
}

/**
 * From which packet on sound leaps ahead to where its file has nothing else: beyond the end that it
 * states, or where it states none, for a few last packets. Their number, where it does not.
 * @param packets in seconds, as they are stored
 */
export function soundLeapsAt(packets: readonly Span[], statedEnd: number | undefined): number {
  let end = statedEnd ?? Number.POSITIVE_INFINITY;
  const at = packets.findIndex((packet, i) => {
    const isAhead = packet.start > end + WILD_SECONDS;
    end = i === 0 ? packet.end : Math.max(end, packet.end);
    return statedEnd === undefined
      ? isAhead && packets.length - i < FOLLOWING
      : isAhead && packet.start > statedEnd + WILD_SECONDS;
  });
  return at < 0 ? packets.length : at;
}
