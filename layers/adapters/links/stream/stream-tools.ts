import type { CopiedSoFar } from '../../../app/ports/links/links.ts';

/** One track; its times are ahead of the stream's clock by so many seconds. */
export interface TrackFile {
  /** Of a file that holds the track, or its beginning. */
  readonly path: string;
  readonly ahead: number;
  /** All bytes of a track that can be read from its first byte to its last. */
  readonly bytes?: AsyncIterable<Uint8Array>;
}

/** A packet: when it is shown, in seconds, and whether decoding may begin with it. */
export interface PacketTime {
  readonly at: number;
  readonly key: boolean;
}

/** What is done with the pieces of a stream once they are here. */
export interface StreamTools {
  /**
   * Copies tracks into one mkv: the sharpest picture, and the sound that goes with it. What a track's
   * bytes throw is thrown.
   * @param sparse says that pieces are left out: times between them stay as far apart as they are
   */
  join(
    tracks: readonly TrackFile[],
    path: string,
    options: { readonly sparse: boolean; readonly signal: AbortSignal },
  ): Promise<void>;
  /** The packets of a file's picture and of its sound. */
  times(
    path: string,
    signal: AbortSignal,
  ): Promise<{ readonly picture: readonly PacketTime[]; readonly sound: readonly PacketTime[] }>;
  /** Parts of a video, from 0 to 1, at which learning what it looks like looks at it. */
  readonly places: readonly number[];
}

/** A run of a stream, with the seconds that are missing between it and the one before. */
export interface RunFiles {
  readonly tracks: readonly TrackFile[];
  readonly missing: number;
}

/**
 * Lays the runs of a stream one behind the other as one track, whose clock goes on.
 * @param path of a file for its beginning
 * @returns undefined where they are coded in a way in which they cannot be laid so
 */
export type JoinRuns = (
  runs: AsyncIterable<RunFiles>,
  path: string,
  signal: AbortSignal,
) => Promise<TrackFile | undefined>;

/**
 * Copies tracks as `join` does, but hands the clusters of the mkv on as they come. The copy goes on
 * behind what one before has stored, where the tracks begin as before, leave out what is not needed
 * and hold the last cluster of that.
 * @returns makes what goes before the clusters, of so many bytes where that is told; undefined where
 * it does not come to what was stored
 */
export type CopyTracks = (
  tracks: readonly TrackFile[],
  options: {
    readonly from: CopiedSoFar | undefined;
    /** Whether pieces are left out: times between them stay as far apart as they are. */
    readonly sparse: boolean;
    readonly onCluster: (bytes: Uint8Array, soFar: () => CopiedSoFar) => Promise<void>;
    readonly signal: AbortSignal;
  },
) => Promise<((bytes?: number) => Uint8Array) | undefined>;
