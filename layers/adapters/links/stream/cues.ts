import { type Element, elementAt, elementsIn, ID, uintOf } from '../../../domain/links/ebml.ts';
import type { Reference } from './sidx.ts';

/** RFC 9559, section 5.1.2.9: ticks are milliseconds unless told otherwise. */
const USUAL_SCALE_NS = 1_000_000;

/** A part of a file, and where in it that begins. */
export interface Stretch {
  readonly bytes: Buffer;
  readonly at: number;
}

/**
 * The clusters that the cues of a WebM file name, which hold all that lies between them; RFC 9559,
 * section 5.1.5.
 * @param head of the file
 * @param apart the cues, where they are not in its head
 * @param total bytes of the file
 * @returns undefined when there are none, or not of all clusters or the whole length
 */
export function cueIndex(
  head: Buffer,
  apart: Stretch | undefined,
  total: number,
): readonly Reference[] | undefined {
  const ebml = elementAt(head, 0);
  const segment = ebml && elementAt(head, ebml.end);
  if (ebml?.id !== ID.ebml || segment?.id !== ID.segment) return undefined;
  const found = topOf(head, segment.data);
  const lengths = found.info && lengthsIn(head, found.info);
  const index = apart ?? { bytes: head, at: 0 };
  const cues = apart ? elementAt(apart.bytes, 0) : found.cues;
  if (!lengths || cues?.id !== ID.cues) return undefined;
  if (cues.end > index.bytes.length) return undefined;
  const points = [...elementsIn(index.bytes, cues.data, cues.end)]
    .filter(({ id }) => id === ID.cuePoint)
    .flatMap((point) => pointsOf(index.bytes, point, lengths.tick))
    .map(({ time, at }) => ({ time, at: at + segment.data }))
    .toSorted((a, b) => a.at - b.at || a.time - b.time)
    // Several times of one cluster, or a time for each track of it: the first counts.
    .filter(({ at }, n, all) => at !== all[n - 1]?.at);
  const [first] = points;
  if (!first || (found.cluster ?? first.at) !== first.at) return undefined;
  const behind = index.at + cues.start;
  const end = behind > first.at ? behind : total;
  const references = points.map(({ time, at }, n): Reference => {
    const next = points[n + 1];
    return { start: time, end: next?.time ?? lengths.whole, range: [at, (next?.at ?? end) - 1] };
  });
  const isOrdered = references.every(
    ({ start, end: until, range: [from, to] }) => until >= start && to > from && to < total,
  );
  return isOrdered ? references : undefined;
}

/** What stands in a segment before its first cluster, as far as it matters. */
function topOf(head: Buffer, from: number) {
  let info: Element | undefined;
  let cues: Element | undefined;
  for (let at = from; ; ) {
    const one = elementAt(head, at);
    if (!one) return { info, cues, cluster: undefined };
    if (one.id === ID.cluster) return { info, cues, cluster: at };
    if (one.id === ID.info && one.end <= head.length) info = one;
    if (one.id === ID.cues) cues = one;
    at = one.end;
  }
}

/** Seconds of a tick, and of the whole; undefined where that is not told. */
function lengthsIn(head: Buffer, info: Element): { tick: number; whole: number } | undefined {
  const parts = [...elementsIn(head, info.data, info.end)];
  const scale = parts.find(({ id }) => id === ID.timestampScale);
  const tick = (scale ? uintOf(head, scale) : USUAL_SCALE_NS) / 1e9;
  const length = parts.find(({ id }) => id === ID.duration);
  const whole = (length ? floatOf(head, length) : 0) * tick;
  return whole > 0 ? { tick, whole } : undefined;
}

/** A float of no bytes is zero; RFC 8794, section 7.3. */
function floatOf(bytes: Buffer, { data, end }: Element): number {
  if (end - data === 8) return bytes.readDoubleBE(data);
  return end - data === 4 ? bytes.readFloatBE(data) : 0;
}

/** @returns the time of a cue in seconds, and where its clusters begin in their segment */
function pointsOf(bytes: Buffer, point: Element, tick: number): { time: number; at: number }[] {
  const parts = [...elementsIn(bytes, point.data, point.end)];
  const time = parts.find(({ id }) => id === ID.cueTime);
  if (!time) return [];
  return parts
    .filter(({ id }) => id === ID.cueTrackPositions)
    .flatMap(({ data, end }) => [...elementsIn(bytes, data, end)])
    .filter(({ id }) => id === ID.cueClusterPosition)
    .map((position) => ({ time: uintOf(bytes, time) * tick, at: uintOf(bytes, position) }));
}
