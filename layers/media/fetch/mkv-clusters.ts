import type { CopiedSoFar } from '../../app/ports/links/links.ts';
import {
  type Element,
  elementAt,
  elementsIn,
  ID,
  MOST_HEAD_BYTES,
  uintOf,
  variableAt,
} from '../../domain/links/ebml.ts';

/** What stands before the first cluster: kilobytes, and fonts where a file has some. */
const MOST_FIRST_BYTES = 16 * 1024 ** 2;
/** ffmpeg begins another cluster after 5 MB, but for one picture that has more. */
const MOST_CLUSTER_BYTES = 256 * 1024 ** 2;
const VIDEO = 1;
/** Of a block that decoding may begin with. */
const KEY = 0x80;

/** A stretch of a file that was written whole; times are in the file's ticks, milliseconds. */
export interface Cluster {
  readonly bytes: Buffer;
  readonly time: number;
  /** When each frame of it is shown that decoding may begin with. */
  readonly keys: readonly number[];
}

/**
 * Takes an mkv apart while ffmpeg writes it: clusters come in their order, and what stands before
 * them is whole once ffmpeg, which goes back there at its end, is done. The index that ffmpeg
 * writes after them is let go.
 */
export class MkvClusters {
  readonly #onCluster: (cluster: Cluster) => Promise<void>;
  #first: Buffer | undefined;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  /** Held bytes without which there is nothing new to see. */
  #needed = MOST_HEAD_BYTES;
  /** Where what comes next goes. */
  #at = 0;
  /** Bytes of an element that is let go. */
  #skipped = 0;

  constructor(onCluster: (cluster: Cluster) => Promise<void>) {
    this.#onCluster = onCluster;
  }

  /** What stands before the first cluster. @throws Error when there is none */
  get first(): Buffer {
    if (!this.#first) throw new Error('a copy of a stream has no cluster');
    return this.#first;
  }

  /** @throws Error for what no muxer of Matroska writes; else what taking a cluster throws */
  async write(bytes: Uint8Array, at: number): Promise<void> {
    if (at !== this.#at) {
      if (at + bytes.length > this.first.length) throw odd('is written over where nothing changes');
      this.#first?.set(bytes, at);
      return;
    }
    this.#at += bytes.length;
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    while (this.#heldBytes >= this.#needed && (await this.#take()));
  }

  /** @returns whether there may be more to take */
  async #take(): Promise<boolean> {
    const bytes = Buffer.concat(this.#held);
    if (this.#skipped > 0) {
      const gone = Math.min(this.#skipped, bytes.length);
      this.#skipped -= gone;
      return this.#goOn(bytes.subarray(gone));
    }
    if (!this.#first) {
      const end = firstClusterIn(bytes);
      if (end === undefined) {
        if (bytes.length > MOST_FIRST_BYTES) throw odd('has no cluster');
        this.#held = [bytes];
        this.#needed = bytes.length + 1;
        return false;
      }
      this.#first = Buffer.from(bytes.subarray(0, end));
      return this.#goOn(bytes.subarray(end));
    }
    const found = elementAt(bytes, 0);
    if (!found) {
      if (bytes.length >= MOST_HEAD_BYTES) throw odd('is no Matroska');
      this.#goOn(bytes);
      return false;
    }
    if (found.id !== ID.cluster) {
      this.#skipped = found.end;
      return this.#goOn(bytes);
    }
    if (found.end > MOST_CLUSTER_BYTES) throw odd('has too large a cluster');
    if (found.end > bytes.length) {
      this.#held = [bytes];
      this.#needed = found.end;
      return false;
    }
    await this.#onCluster(clusterOf(bytes.subarray(0, found.end), found, this.first));
    return this.#goOn(bytes.subarray(found.end));
  }

  #goOn(rest: Buffer): boolean {
    this.#held = [rest];
    this.#heldBytes = rest.length;
    this.#needed = MOST_HEAD_BYTES;
    return rest.length > 0;
  }
}

const odd = (what: string) => new Error(`a copy of a stream ${what}`);

/** Where the first cluster begins; undefined while it has not come. */
function firstClusterIn(bytes: Buffer): number | undefined {
  const ebml = elementAt(bytes, 0);
  const segment = ebml && elementAt(bytes, ebml.end);
  for (let at = segment?.data ?? bytes.length; at < bytes.length; ) {
    const found = elementAt(bytes, at);
    if (found?.id === ID.cluster) return at;
    if (!found) return undefined;
    at = found.end;
  }
  return undefined;
}

/** The track that is looked for by seconds: the picture, else the first. */
export function leadingTrack(first: Buffer): number {
  const segment = elementAt(first, elementAt(first, 0)?.end ?? 0);
  const tracks = [...elementsIn(first, segment?.data ?? 0, first.length)]
    .filter(({ id }) => id === ID.tracks)
    .flatMap((all) => [...elementsIn(first, all.data, all.end)])
    .filter(({ id }) => id === ID.trackEntry)
    .map((track) => {
      const of = (id: number) =>
        [...elementsIn(first, track.data, track.end)].find((one) => one.id === id);
      const [number, type] = [of(ID.trackNumber), of(ID.trackType)];
      return { number: number ? uintOf(first, number) : 0, type: type && uintOf(first, type) };
    });
  return (tracks.find(({ type }) => type === VIDEO) ?? tracks[0])?.number ?? 0;
}

function clusterOf(bytes: Buffer, { data, end }: Element, first: Buffer): Cluster {
  const track = leadingTrack(first);
  const keys: number[] = [];
  let time = 0;
  for (const one of elementsIn(bytes, data, end)) {
    if (one.id === ID.timestamp) time = uintOf(bytes, one);
    const at = one.id === ID.simpleBlock ? keyOf(bytes, one, track) : keyOfGroup(bytes, one, track);
    if (at !== undefined) keys.push(time + at);
  }
  return { bytes, time, keys };
}

/** The time of a block of the track, from its cluster's; undefined for one that needs others. */
function keyOf(bytes: Buffer, { data }: Element, track: number, isKey?: boolean) {
  const number = variableAt(bytes, data);
  if (number?.value !== track) return undefined;
  const flags = bytes[number.end + 2] ?? 0;
  return (isKey ?? (flags & KEY) > 0) ? bytes.readInt16BE(number.end) : undefined;
}

function keyOfGroup(bytes: Buffer, { id, data, end }: Element, track: number): number | undefined {
  if (id !== ID.blockGroup) return undefined;
  const parts = [...elementsIn(bytes, data, end)];
  const block = parts.find((one) => one.id === ID.block);
  const needsOthers = parts.some((one) => one.id === ID.referenceBlock);
  return block && keyOf(bytes, block, track, !needsOthers);
}

/** Notes where clusters lie, and at which of their times players may begin. */
export class Cues {
  /** Time and place of each, one after the other. */
  readonly #all: number[];
  #end: number;

  constructor(from?: Pick<CopiedSoFar, 'cues' | 'bytes'>) {
    this.#all = [...(from?.cues ?? [])];
    this.#end = from?.bytes ?? 0;
  }

  add({ bytes, keys }: Cluster): void {
    for (const time of keys) this.#all.push(time, this.#end);
    this.#end += bytes.length;
  }

  /** Bytes of all clusters. */
  get bytes(): number {
    return this.#end;
  }

  get all(): readonly number[] {
    return this.#all;
  }
}
