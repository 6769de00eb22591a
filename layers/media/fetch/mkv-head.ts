import { elementAt, elementsIn, ID } from '../../domain/links/ebml.ts';
import { element, headOf, idBytes, uintElement } from './ebml-writing.ts';
import { type Cues, leadingTrack } from './mkv-clusters.ts';

/** Made anew, or where something stood that is longer now. */
const LEFT_OUT: ReadonlySet<number> = new Set([ID.seekHead, ID.void, ID.cues]);

/**
 * What goes before clusters that were stored without it: ffmpeg's own, and the index, which players
 * find there at once.
 * @param first what ffmpeg wrote before its clusters, when it was done
 * @param size of what is returned, in bytes; as few as it takes unless told
 */
export function mkvHead(first: Buffer, cues: Pick<Cues, 'all' | 'bytes'>, size?: number): Buffer {
  const ebml = elementAt(first, 0);
  const segment = ebml && elementAt(first, ebml.end);
  if (!segment) throw new Error('a copy of a stream has no head');
  const kept = [...elementsIn(first, segment.data, first.length)]
    .filter(({ id }) => !LEFT_OUT.has(id))
    .map(({ id, start, end }) => ({ id, bytes: first.subarray(start, end) }));
  const before = ebml.end + headOf(ID.segment, 0).length;
  const track = leadingTrack(first);
  for (let every = 1; ; every *= 2) {
    const points = pointsOf(cues.all, every);
    const made = (at: number) => [
      ...kept,
      {
        id: ID.cues,
        bytes: element(ID.cues, ...points.map((point) => cuePoint(point, track, at))),
      },
    ];
    const seekBytes = seekHead(made(0), 0).length;
    const bare = made(0).reduce((sum, { bytes }) => sum + bytes.length, before + seekBytes);
    const room = size === undefined ? 0 : size - bare;
    if (room < 0 && points.length < 2) throw new Error('the head of a stream has no room');
    // What is left over takes as much as it takes to say so.
    if (room !== 0 && room < VOID_BYTES) continue;
    const inner = bare - before + room;
    const elements = made(inner);
    return Buffer.concat([
      first.subarray(0, ebml.end),
      headOf(ID.segment, inner + cues.bytes),
      seekHead(elements, seekBytes),
      ...elements.map(({ bytes }) => bytes),
      ...(room > 0 ? [headOf(ID.void, room - VOID_BYTES), Buffer.alloc(room - VOID_BYTES)] : []),
    ]);
  }
}

const VOID_BYTES = headOf(ID.void, 0).length;

interface Point {
  readonly time: number;
  /** Of the cluster, from the first on. */
  readonly at: number;
}

function pointsOf(all: readonly number[], every: number): Point[] {
  const points: Point[] = [];
  for (let n = 0; n < all.length; n += 2 * every) {
    points.push({ time: all[n] ?? 0, at: all[n + 1] ?? 0 });
  }
  return points;
}

const cuePoint = ({ time, at }: Point, track: number, clusters: number): Buffer =>
  element(
    ID.cuePoint,
    uintElement(ID.cueTime, time),
    element(
      ID.cueTrackPositions,
      uintElement(ID.cueTrack, track),
      uintElement(ID.cueClusterPosition, clusters + at),
    ),
  );

interface Placed {
  readonly id: number;
  readonly bytes: Uint8Array;
}

function seekHead(elements: readonly Placed[], from: number): Buffer {
  let at = from;
  const seeks = elements.map(({ id, bytes }) => {
    const seek = element(
      ID.seek,
      element(ID.seekId, idBytes(id)),
      uintElement(ID.seekPosition, at),
    );
    at += bytes.length;
    return seek;
  });
  return element(ID.seekHead, ...seeks);
}
